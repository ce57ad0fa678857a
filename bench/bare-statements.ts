/**
 * The statements of the bare shop and its provider, for either database: the store's own, parameters as question marks.
 * On PostgreSQL `bare-postgres.ts` adds the locks, without which things would be sold twice.
 */
const insertInto = (table: string, columns: string, suffix = ""): string =>
  `INSERT INTO ${table} (${columns}) VALUES (${columns.split(", ").map(() => "?").join(", ")}) ${suffix}`

const schedule = insertInto(
  "job",
  "kind, subject, run_at, attempts, plan, fence, lease_until",
  "ON CONFLICT (kind, subject) DO UPDATE SET run_at = excluded.run_at, attempts = 0, plan = job.plan + 1"
)

export const providerStatements = {
  insertSession: insertInto(
    "session",
    "id, order_id, amount_minor, currency, email, description, preselect, language, return_url, expires_at, created_at, status, closed",
    "ON CONFLICT (id) DO NOTHING"
  ),
  session: "SELECT * FROM session WHERE id = ?",
  paymentsOf: "SELECT * FROM payment WHERE session_id = ? ORDER BY at, id",
  insertPayment: insertInto(
    "payment",
    "id, session_id, status, method, amount_minor, currency, instrument, card_brand, card_last4, decline_code, settles_as, at, changed_at"
  ),
  setStatus: "UPDATE session SET status = ? WHERE id = ?",
  done: "DELETE FROM job WHERE kind = ? AND subject = ?",
  schedule
} as const

const sessionColumns = `s.id, s.cart_id, s.order_id, o.principal, o.email, s.phase, s.total_minor, s.currency,
    s.payment_method, s.return_url, s.url, s.paid_by, s.expires_at, s.processing_until`

export const shopStatements = {
  insertBrand: insertInto("brand", "id, name, category, position", "ON CONFLICT DO NOTHING"),
  insertProduct: insertInto(
    "product",
    "id, brand_id, name, name_key, description, price_minor, currency, category, gtin, size_thousandths, size_unit, attributes, hygiene_sealed, position, added_at",
    "ON CONFLICT DO NOTHING"
  ),
  insertStock: insertInto("stock", "product_id, on_hand", "ON CONFLICT DO NOTHING"),
  tokenById: "SELECT secret_hash, kind, principal, scopes, expires_at, revoked_at FROM token WHERE id = ?",
  insertToken: insertInto("token", "id, secret_hash, kind, principal, scopes, expires_at"),
  findRecord: `SELECT fingerprint, state, subject, lease_until, answer, expires_at FROM idempotency
     WHERE scope_hash = ? AND key_hash = ?`,
  insertRecord: insertInto(
    "idempotency",
    "scope_hash, key_hash, fingerprint, state, subject, lease_until, answer, expires_at"
  ),
  completeRecord:
    "UPDATE idempotency SET state = 'done', lease_until = 0, answer = ? WHERE scope_hash = ? AND key_hash = ?",
  cartLines:
    `SELECT c.id AS cart_id, l.product_id, l.quantity, l.price_seen_minor, p.name, p.price_minor, s.on_hand, s.reserved,
       l.added_at
     FROM cart c
     LEFT JOIN cart_line l ON l.cart_id = c.id
     LEFT JOIN product p ON p.id = l.product_id
     LEFT JOIN stock s ON s.product_id = l.product_id
     WHERE c.principal = ? AND c.shopper = ?
     ORDER BY l.added_at, l.product_id`,
  offerOf: `SELECT p.id, p.name, p.price_minor, s.on_hand, s.reserved
     FROM product p JOIN stock s ON s.product_id = p.id WHERE p.id = ?`,
  insertCart: insertInto("cart", "id, principal, shopper", "ON CONFLICT DO NOTHING"),
  upsertLine: insertInto(
    "cart_line",
    "cart_id, product_id, quantity, price_seen_minor, added_at",
    "ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, price_seen_minor = excluded.price_seen_minor"
  ),
  deleteLineUpTo: "DELETE FROM cart_line WHERE cart_id = ? AND product_id = ? AND quantity <= ?",
  sessionById: `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id WHERE s.id = ?`,
  liveOfCart: `SELECT ${sessionColumns} FROM checkout_session s JOIN orders o ON o.id = s.order_id
     WHERE s.cart_id = ? AND s.phase IN ('opening', 'open', 'processing')`,
  insertSession: insertInto(
    "checkout_session",
    "id, cart_id, order_id, phase, total_minor, currency, payment_method, return_url, expires_at"
  ),
  setProvider: "UPDATE checkout_session SET provider_id = ?, url = ? WHERE id = ? AND url IS NULL",
  setPhase: "UPDATE checkout_session SET phase = ?, processing_until = ? WHERE id = ? AND phase = ?",
  setComplete: "UPDATE checkout_session SET phase = 'complete', paid_by = ? WHERE id = ? AND phase = ?",
  insertOrder: insertInto(
    "orders",
    "id, principal, shopper, status, email, email_folded, language, address, shipping_method, currency, subtotal_minor, shipping_minor, shipping_vat_minor, total_minor, vat, events, created_at"
  ),
  insertLine: insertInto(
    "order_line",
    "order_id, n, product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor"
  ),
  insertEvent: insertInto("event", "id, order_id, seq, type, status, source, data, at"),
  subscriptions: "SELECT id FROM subscription WHERE deleted_at IS NULL ORDER BY id",
  advanceOrder: "UPDATE orders SET status = ?, events = events + ? WHERE id = ? AND status = ? RETURNING events",
  placedOrder: "SELECT email, address, currency, shipping_minor, shipping_vat_minor, vat FROM orders WHERE id = ?",
  nextReceipt:
    "INSERT INTO counter (series, n) VALUES (?, 1) ON CONFLICT (series) DO UPDATE SET n = counter.n + 1 RETURNING n",
  insertReceipt: insertInto("receipt", "series, n, order_id, kind, subject, document, at"),
  reserve: `UPDATE stock SET reserved = reserved + ?
     WHERE product_id = ? AND reserved + ? >= 0 AND reserved + ? <= on_hand
     RETURNING on_hand - reserved AS available`,
  insertPayment: insertInto(
    "payment",
    "id, session_id, order_id, role, provider_id, method, instrument, currency, captured_minor, flag, at",
    "ON CONFLICT (provider_id) DO NOTHING"
  ),
  cancelJob: "DELETE FROM job WHERE kind = ? AND subject = ?",
  orderById: `SELECT o.id, o.principal, o.status, o.email, o.address, o.shipping_method, o.currency, o.subtotal_minor,
       o.shipping_minor, o.total_minor, o.vat, o.created_at, s.phase, p.method,
       (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r
         WHERE r.payment_id = p.id AND r.state = 'succeeded') AS refunded_minor
     FROM orders o
     JOIN checkout_session s ON s.order_id = o.id
     LEFT JOIN payment p ON p.session_id = s.id AND p.role = 'primary'
     WHERE o.id = ?`,
  ordersOf: `SELECT id, status, total_minor, currency, created_at FROM orders
     WHERE principal = ? AND id < ? ORDER BY id DESC LIMIT +?`,
  linesOf:
    `SELECT product_id, name, quantity, unit_price_minor, list_minor, discount_minor, line_total_minor, vat_minor, shipped,
       sent_back
     FROM order_line WHERE order_id = ? ORDER BY n`,
  timelineOf: "SELECT status, source, at FROM event WHERE order_id = ? AND status IS NOT NULL ORDER BY seq",
  returnsOf: "SELECT id, status FROM return_request WHERE order_id = ? ORDER BY id",
  shipmentsOf: `SELECT id, carrier, tracking_number, status, estimated_delivery, shipped_at, delivered_at
     FROM shipment WHERE order_id = ? ORDER BY id`,
  refundsOf: "SELECT id, amount_minor, state, created_at FROM refund WHERE order_id = ? ORDER BY id",
  schedule
} as const
