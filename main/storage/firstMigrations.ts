/** The first six steps of the schema, in which most of its tables came. Never edited. See `migrations`. */
export const firstMigrations: readonly string[] = [
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
  `
  -- One row at most: JSON.
  CREATE TABLE receiver_config (config TEXT NOT NULL) STRICT;

  CREATE TABLE hooks (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- The secrets themselves are in the keychain.
  CREATE TABLE hook_secrets (
    id TEXT PRIMARY KEY,
    hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- Deliveries outlive their hooks.
  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    hook_id TEXT NOT NULL,
    hook_name TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    order_name TEXT NOT NULL,
    task TEXT NOT NULL,
    service_not_after TEXT NOT NULL,
    order_id TEXT,
    verdict TEXT NOT NULL,
    key_state TEXT NOT NULL,
    shares_signature INTEGER NOT NULL,
    leaf TEXT NOT NULL,
    chain TEXT NOT NULL,
    -- The leaf and its chain by issuer.
    pem TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_name ON deliveries (hook_id, order_name);

  CREATE TABLE delivery_keys (
    delivery_id TEXT PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
    nonce BLOB NOT NULL,
    -- AES-256-GCM, the tag at its end.
    ciphertext BLOB NOT NULL
  ) STRICT;

  -- What was kept within the window of time, so that nothing happens twice.
  CREATE TABLE seen_deliveries (
    -- SHA-256 over timestamp and token: the pair itself could be used again.
    signature TEXT NOT NULL,
    body TEXT NOT NULL,
    -- Unix seconds, as signed.
    timestamp INTEGER NOT NULL,
    -- Outlives its delivery, so that a discarded one does not come again.
    delivery_id TEXT NOT NULL,
    PRIMARY KEY (signature, body)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE order_names (
    hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    order_id TEXT NOT NULL,
    PRIMARY KEY (hook_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE push_orders (
    id TEXT PRIMARY KEY,
    hook_id TEXT NOT NULL,
    name TEXT NOT NULL,
    alias TEXT,
    -- JSON: the names that a leaf must have.
    approved_names TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;

  -- One row: names the vault key in the keychain, where other profiles have theirs.
  CREATE TABLE vault_identity (id TEXT NOT NULL) STRICT;
  INSERT INTO vault_identity (id) VALUES (lower(hex(randomblob(16))));

  -- One row at most: a known text under the vault key, to tell a wrong key.
  CREATE TABLE vault_check (nonce BLOB NOT NULL, ciphertext BLOB NOT NULL) STRICT;

  CREATE TABLE receiver_log (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;

  -- Without a reference: push-only orders can be snoozed too.
  CREATE TABLE order_snoozes (
    order_id TEXT PRIMARY KEY,
    fingerprint TEXT,
    until INTEGER
  ) STRICT, WITHOUT ROWID;
  INSERT INTO order_snoozes (order_id, fingerprint, until) SELECT order_id, fingerprint, until FROM snoozes;
  DROP TABLE snoozes;
  CREATE TRIGGER snoozes_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM order_snoozes WHERE order_id = OLD.id; END;
  `,
  `
  CREATE TABLE presets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folder TEXT NOT NULL,
    -- JSON
    files TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- The files of one order that one export wrote into a folder.
  CREATE TABLE copy_bundles (
    id TEXT PRIMARY KEY,
    -- Without a reference: push-only orders are exported too.
    order_id TEXT NOT NULL,
    preset_id TEXT NOT NULL,
    target TEXT NOT NULL,
    folder TEXT NOT NULL,
    -- JSON: kinds of warnings about the target that the person agreed to.
    agreed TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    not_before INTEGER NOT NULL,
    not_after INTEGER NOT NULL,
    chain_complete INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    keep_fresh INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE copy_files (
    path TEXT PRIMARY KEY,
    bundle_id TEXT NOT NULL REFERENCES copy_bundles (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    mode INTEGER NOT NULL,
    has_key INTEGER NOT NULL,
    -- JSON: what the file was made by.
    spec TEXT NOT NULL
  ) STRICT;
  CREATE INDEX copy_files_by_bundle ON copy_files (bundle_id);

  CREATE TRIGGER copies_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM copy_bundles WHERE order_id = OLD.id; END;
  CREATE TRIGGER copies_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM copy_bundles WHERE order_id = OLD.id; END;
  `,
  `
  ALTER TABLE presets ADD COLUMN switching TEXT NOT NULL DEFAULT 'rename';
  ALTER TABLE copy_bundles ADD COLUMN switching TEXT NOT NULL DEFAULT 'rename';
  -- JSON: the files that these replaced, kept beside them; NULL: there are none.
  ALTER TABLE copy_bundles ADD COLUMN former TEXT;
  -- JSON: the program and its arguments that a person wants run after these files are written anew.
  ALTER TABLE copy_bundles ADD COLUMN command TEXT;
  `,
  `
  -- Where the certificate of an order should be served.
  CREATE TABLE endpoints (
    id TEXT PRIMARY KEY,
    -- Without a reference: push-only orders are served too.
    order_id TEXT NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    protocol TEXT NOT NULL,
    -- NULL: the host itself.
    server_name TEXT,
    interval_minutes INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    probed_at INTEGER,
    next_probe_at INTEGER,
    -- JSON; NULL: the last probe found addresses.
    error TEXT
  ) STRICT;
  CREATE INDEX endpoints_by_order ON endpoints (order_id);

  -- What was seen of each address.
  CREATE TABLE endpoint_addresses (
    endpoint_id TEXT NOT NULL REFERENCES endpoints (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    address TEXT NOT NULL,
    probed_at INTEGER NOT NULL,
    -- JSON: the leaf that was served last.
    served TEXT,
    served_since INTEGER,
    served_at INTEGER,
    -- JSON; NULL: the last probe brought a certificate.
    error TEXT,
    error_since INTEGER,
    PRIMARY KEY (endpoint_id, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER endpoints_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM endpoints WHERE order_id = OLD.id; END;
  CREATE TRIGGER endpoints_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM endpoints WHERE order_id = OLD.id; END;
  `,
];
