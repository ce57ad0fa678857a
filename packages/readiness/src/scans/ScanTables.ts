/**
 * The tables of scans: sites, scans with their reports, what is to be mended, the score of each day, when the next
 * request to a host may be sent, and checkouts that a scan tried out and that are to be cancelled. They are in the
 * store's database. Follows docs/specification.md#scans.
 */
import type { Migration, Owner } from "@beauty-store/sql/Migrations"

const statements: Migration["statements"] = ({ clustered, id }) => [
  // A site is an origin as one principal scans it. Its page has an address that is a capability, stored as a hash.
  `CREATE TABLE scanned_site (
    id ${id} PRIMARY KEY,
    principal TEXT NOT NULL,
    origin TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    proven_at BIGINT,
    page_id ${id},
    page_hash TEXT,
    UNIQUE (principal, origin)
  ) ${clustered}`,
  "CREATE UNIQUE INDEX scanned_site_by_page ON scanned_site (page_id) WHERE page_id IS NOT NULL",
  // Of a failed one the report may be missing. The network of whoever asked for it is sealed, and removed at its end.
  `CREATE TABLE site_scan (
    id ${id} PRIMARY KEY,
    site_id ${id} NOT NULL REFERENCES scanned_site(id),
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
    progress INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    options TEXT NOT NULL,
    requester TEXT,
    report TEXT,
    failure TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    completed_at BIGINT
  )`,
  // One at a time for each site.
  "CREATE UNIQUE INDEX site_scan_unfinished ON site_scan (site_id) WHERE status IN ('queued', 'running')",
  "CREATE INDEX site_scan_by_site ON site_scan (site_id, id)",
  `CREATE TABLE site_fix (
    id ${id} PRIMARY KEY,
    site_id ${id} NOT NULL REFERENCES scanned_site(id),
    check_id TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'verified', 'regressed')),
    advice TEXT NOT NULL,
    found_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    UNIQUE (site_id, check_id)
  )`,
  // The last whole scan of each day.
  `CREATE TABLE site_score (
    site_id ${id} NOT NULL REFERENCES scanned_site(id),
    day TEXT NOT NULL,
    scan_id ${id} NOT NULL,
    rule_set TEXT NOT NULL,
    score TEXT NOT NULL,
    verdicts TEXT NOT NULL,
    PRIMARY KEY (site_id, day)
  )`,
  `CREATE TABLE scanned_host (host TEXT PRIMARY KEY, next_at BIGINT NOT NULL) ${clustered}`,
  // The request that cancels a checkout which a scan has opened, sealed: it may have the site's credentials.
  `CREATE TABLE opened_session (
    id ${id} PRIMARY KEY,
    request TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
]

const baseline: Migration = {
  name: "001_baseline",
  // Up to there they were tables of the store.
  formerly: "001_baseline",
  statements
}

/** The tables, for whoever opens a store with scans. */
export const tables: Owner = { key: "readiness", tables: "the scanner's tables", migrations: [baseline] }
