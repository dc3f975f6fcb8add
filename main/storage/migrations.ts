/** One step of the schema: SQL that takes a file of the version before to the next one. Never edited once released. */
export type Migration = string;

/** `PRAGMA user_version` of a file is the number of these that it has seen. */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    ca_file_name TEXT,
    ca_pem TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((ca_file_name IS NULL) = (ca_pem IS NULL))
  ) STRICT;

  CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    rid TEXT NOT NULL,
    alias TEXT,
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    UNIQUE (connection_id, rid)
  ) STRICT;

  -- facts before pem: reading facts alone then does not follow a row's overflow pages.
  CREATE TABLE certificates (
    fingerprint TEXT PRIMARY KEY,
    facts TEXT NOT NULL,
    pem TEXT NOT NULL
  ) STRICT;

  CREATE TABLE order_leaves (
    order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL REFERENCES certificates (fingerprint),
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, fingerprint)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX order_leaves_by_fingerprint ON order_leaves (fingerprint);

  CREATE TABLE order_states (
    order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    fingerprint TEXT REFERENCES certificates (fingerprint),
    chain TEXT NOT NULL,
    service_name TEXT,
    service_not_after TEXT,
    last_confirmed_at INTEGER,
    last_attempt_at INTEGER,
    next_poll_at INTEGER,
    failures INTEGER NOT NULL,
    failure TEXT,
    findings TEXT NOT NULL
  ) STRICT;
  CREATE INDEX order_states_by_fingerprint ON order_states (fingerprint);

  CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alerts (
    fingerprint TEXT NOT NULL,
    threshold TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, threshold)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE snoozes (
    order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    -- NULL: no leaf was known.
    fingerprint TEXT,
    -- NULL: until the order is renewed.
    until INTEGER
  ) STRICT, WITHOUT ROWID;

  -- One row at most.
  CREATE TABLE alert_pause (since INTEGER NOT NULL) STRICT;
  `,
];
