/**
 * Example bodies by the name of their shape, which the OpenAPI document shows beside the schemas. A test checks each
 * against its shape.
 */
const session = {
  sessionId: "cs_0VbVkFhD7KeXKXX0mNWWybmoygJt",
  redirectUrl: "https://shop.example/pay/cs_0VbVkFhD7KeXKXX0mNWWybmoygJt.kMDTqm6SDWLu7R4np6mpM1D_Ni5_Af-x",
  orderId: "ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0",
  status: "open",
  expiresAt: "2026-11-20T11:45:07.730Z"
}

const delegation = {
  delegationId: "del_0VbVkFhE2vX9hQmW3cT7yLbN5rKd",
  agentId: "demo-agent",
  status: "active",
  limits: { perTransaction: 80, perDay: 500, perMonth: 2000 },
  remaining: { perTransaction: 80, perDay: 465.25, perMonth: 1965.25 },
  resetsAt: { perTransaction: null, perDay: "2026-11-21T11:15:07.731Z", perMonth: "2026-12-20T11:15:07.731Z" },
  expiresAt: null,
  createdAt: "2026-11-20T11:02:41.118Z"
}

export const examples: Readonly<Record<string, unknown>> = {
  AccessToken: {
    access_token: "tok_0VbVkFgZ1b5T0cWq7mXuYk3RnD2e.qW5c0V3mKx8Zr1sT6uYb2dFgHjLpN4a7eXo9vQkR0iM",
    token_type: "Bearer",
    expires_in: 15552000,
    scope: "shop"
  },
  AddToCart: { productId: "kieselhaut-niacinamide-serum-10", quantity: 2 },
  Cart: {
    items: [
      {
        productId: "kieselhaut-niacinamide-serum-10",
        quantity: 2,
        price: 14.9,
        name: "Niacinamide Serum 10 %",
        lineTotal: 29.8,
        available: 240
      }
    ],
    subtotal: 29.8,
    shipping: 4.95,
    total: 34.75,
    currency: "EUR",
    messages: []
  },
  CheckoutRequest: {
    email: "ada@example.com",
    shipping: {
      name: "Ada Lovelace",
      address: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      country: "DE"
    },
    payment_method: "card"
  },
  CheckoutSession: { ...session, total: 34.75, currency: "EUR" },
  CheckoutSessionStatus: { ...session, paymentStatus: "unpaid" },
  Delegation: delegation,
  DelegationRequest: { agentId: "demo-agent", limits: { perTransaction: 80 } },
  Health: { status: "ok" },
  InventoryStatus: {
    productId: "kieselhaut-niacinamide-serum-10",
    inStock: true,
    quantity: 240,
    availability: "in_stock"
  },
  NewDelegation: {
    ...delegation,
    status: "pending_approval",
    remaining: delegation.limits,
    resetsAt: { perTransaction: null, perDay: null, perMonth: null },
    approvalUrl: "https://shop.example/pay/mandates/del_0VbVkFhE2vX9hQmW3cT7yLbN5rKd.kMDTqm6SDWLu7R4np6mpM1D_Ni5_Af-x"
  },
  OrderRequest: {
    email: "ada@example.com",
    shipping: {
      name: "Ada Lovelace",
      address: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      country: "DE"
    },
    delegation: "del_0VbVkFhE2vX9hQmW3cT7yLbN5rKd"
  },
  OrderPage: {
    data: [
      {
        id: "ord_0VbVkFhC5ryHqVAnJNIC9eeYtKn0",
        status: "confirmed",
        total: 34.75,
        currency: "EUR",
        createdAt: "2026-11-20T11:15:07.731Z"
      }
    ],
    nextCursor: null
  },
  RevokeRequest: { token: "tok_0VbVkFgZ1b5T0cWq7mXuYk3RnD2e.qW5c0V3mKx8Zr1sT6uYb2dFgHjLpN4a7eXo9vQkR0iM" },
  SetQuantity: { quantity: 3 },
  TokenRequest: {
    grant_type: "client_credentials",
    client_id: "your-client",
    client_secret: "your-secret",
    scope: "shop"
  }
}
