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
CREATE TABLE certificates (
    fingerprint TEXT PRIMARY KEY,
    facts TEXT NOT NULL,
    pem TEXT NOT NULL
  ) STRICT;
CREATE TABLE order_leaves (
    order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL REFERENCES certificates (fingerprint),
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL, not_before INTEGER NOT NULL DEFAULT 0, not_after INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (order_id, fingerprint)
  ) STRICT, WITHOUT ROWID;
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
  , accepted TEXT) STRICT;
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
CREATE TABLE alert_pause (since INTEGER NOT NULL, until INTEGER) STRICT;
CREATE TABLE receiver_config (config TEXT NOT NULL) STRICT;
CREATE TABLE hooks (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE hook_secrets (
    id TEXT PRIMARY KEY,
    hook_id TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT;
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
CREATE TABLE delivery_keys (
    delivery_id TEXT PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
    nonce BLOB NOT NULL,
    -- AES-256-GCM, the tag at its end.
    ciphertext BLOB NOT NULL
  ) STRICT;
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
CREATE TABLE vault_identity (id TEXT NOT NULL) STRICT;
CREATE TABLE vault_check (nonce BLOB NOT NULL, ciphertext BLOB NOT NULL) STRICT;
CREATE TABLE receiver_log (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
CREATE TABLE order_snoozes (
    order_id TEXT PRIMARY KEY,
    fingerprint TEXT,
    until INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE presets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folder TEXT NOT NULL,
    -- JSON
    files TEXT NOT NULL
  , switching TEXT NOT NULL DEFAULT 'rename', server TEXT) STRICT;
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
  , switching TEXT NOT NULL DEFAULT 'rename', former TEXT, command TEXT) STRICT;
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
  , omitted INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE TABLE untold_copies (bundle_id TEXT PRIMARY KEY, seen TEXT NOT NULL) STRICT;
CREATE TABLE hidden_names (
    -- The directory that it lies in: absolute, links resolved.
    folder TEXT NOT NULL,
    -- The random part of its name.
    id TEXT NOT NULL,
    -- JSON: names of all that may lie in it.
    names TEXT NOT NULL,
    -- Number of the user that it belongs to; NULL: there are no such numbers.
    owner INTEGER,
    keeps_modes INTEGER NOT NULL,
    -- Of the directory; NULL: not known, or no directory.
    inode TEXT,
    -- A write that made or changed it has not ended.
    pending INTEGER NOT NULL,
    PRIMARY KEY (folder, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE order_annotations (
    -- Without a reference: push-only orders have them too.
    order_id TEXT PRIMARY KEY,
    -- JSON
    tags TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (
    -- The same on each try.
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    -- JSON
    event TEXT NOT NULL,
    -- Unix ms
    queued_at INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    next_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE revocation_lists (
    url TEXT PRIMARY KEY,
    body BLOB NOT NULL,
    used_until INTEGER NOT NULL
  ) STRICT;
CREATE TABLE authority_records (
    -- A pulled or push-only order.
    order_id TEXT PRIMARY KEY,
    -- JSON
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE planned_destinations (
    id TEXT PRIMARY KEY,
    -- Without a reference: it may be a push-only order.
    order_id TEXT NOT NULL,
    -- A built-in or a custom preset.
    preset_id TEXT NOT NULL,
    -- JSON; NULL: all files of the preset.
    parts TEXT,
    -- Absolute, links resolved.
    target TEXT NOT NULL,
    auto_refresh INTEGER NOT NULL
  ) STRICT;
INSERT INTO connections VALUES ('c-1', 'Connection c-1', 'https://c-1.example', 'office.pem', 'PEM of a CA', 1767225600000);
INSERT INTO connections VALUES ('c-2', 'Connection c-2', 'https://c-2.example', NULL, NULL, 1767225600000);
INSERT INTO orders VALUES ('shop', 'c-1', 'rid-shop', 'The shop', 1767225600000, NULL);
INSERT INTO orders VALUES ('mail', 'c-2', 'rid-mail', NULL, 1767225600000, NULL);
INSERT INTO orders VALUES ('old', 'c-2', 'rid-old', NULL, 1767225600000, 1767312000000);
INSERT INTO certificates VALUES ('73686f702d312e6578616d706c65000000000000000000000000000000000000', '{"fingerprint256":"73686f702d312e6578616d706c65000000000000000000000000000000000000","subject":"CN=shop-1.example","commonName":"shop-1.example","subjectAltNames":["shop-1.example","www.shop-1.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1760313600000,"notAfter":1768089600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO certificates VALUES ('69737375696e672e6578616d706c650000000000000000000000000000000000', '{"fingerprint256":"69737375696e672e6578616d706c650000000000000000000000000000000000","subject":"CN=issuing.example","commonName":"issuing.example","subjectAltNames":["issuing.example","www.issuing.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1680825600000,"notAfter":1853625600000,"isCa":false,"selfIssued":false}', 'PEM of its issuer');
INSERT INTO certificates VALUES ('73686f702d322e6578616d706c65000000000000000000000000000000000000', '{"fingerprint256":"73686f702d322e6578616d706c65000000000000000000000000000000000000","subject":"CN=shop-2.example","commonName":"shop-2.example","subjectAltNames":["shop-2.example","www.shop-2.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1767225600000,"notAfter":1775001600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO certificates VALUES ('6d61696c2e6578616d706c650000000000000000000000000000000000000000', '{"fingerprint256":"6d61696c2e6578616d706c650000000000000000000000000000000000000000","subject":"CN=mail.example","commonName":"mail.example","subjectAltNames":["mail.example","www.mail.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1764633600000,"notAfter":1772409600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO order_leaves VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', 1767312000000, 1767312000000, 1764633600000, 1772409600000);
INSERT INTO order_leaves VALUES ('shop', '73686f702d312e6578616d706c65000000000000000000000000000000000000', 1762905600000, 1762905600000, 1760313600000, 1768089600000);
INSERT INTO order_leaves VALUES ('shop', '73686f702d322e6578616d706c65000000000000000000000000000000000000', 1767312000000, 1767312000000, 1767225600000, 1775001600000);
INSERT INTO order_states VALUES ('shop', '73686f702d322e6578616d706c65000000000000000000000000000000000000', '["69737375696e672e6578616d706c650000000000000000000000000000000000"]', 'shop', '2026-04-01T00:00:00', 1767312000000, 1767312000000, 1767398400000, 0, NULL, '[{"kind":"chainIncomplete","missingIssuer":"CN=Root"}]', NULL);
INSERT INTO order_states VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', '["69737375696e672e6578616d706c650000000000000000000000000000000000"]', NULL, NULL, 1767312000000, 1767312000000, 1767398400000, 3, '{"kind":"serverError","status":503,"retryAfterMs":null,"detail":"down"}', '[]', NULL);
INSERT INTO order_states VALUES ('old', NULL, '[]', NULL, NULL, NULL, NULL, NULL, 0, NULL, '[]', NULL);
INSERT INTO settings VALUES ('alertDays', '[30,10]');
INSERT INTO settings VALUES ('language', '"zh-CN"');
INSERT INTO settings VALUES ('theme', '"dark"');
INSERT INTO settings VALUES ('warningDays', '21');
INSERT INTO alerts VALUES ('6d61696c2e6578616d706c650000000000000000000000000000000000000000', 'renewed:mail', 1795948092000);
INSERT INTO alerts VALUES ('73686f702d312e6578616d706c65000000000000000000000000000000000000', 'renewed:shop', 1795948092000);
INSERT INTO alerts VALUES ('73686f702d322e6578616d706c65000000000000000000000000000000000000', '30', 1767312000000);
INSERT INTO alerts VALUES ('73686f702d322e6578616d706c65000000000000000000000000000000000000', 'renewed:shop', 1795948092000);
INSERT INTO alert_pause VALUES (1767225600000, NULL);
INSERT INTO receiver_config VALUES ('{"address":"127.0.0.1","port":48443,"tls":null,"allowedHosts":["hooks.example"],"sourceAddresses":[],"trustedProxies":[],"maxSkewSeconds":120,"keepKeysDays":7}');
INSERT INTO hooks VALUES ('hook-1', 'Deliveries', '/hook', 1, 1767225600000);
INSERT INTO hook_secrets VALUES ('secret-1', 'hook-1', 1767225600000);
INSERT INTO deliveries VALUES ('delivery-1', 'hook-1', 'Deliveries', 1767312000000, 'push', 'deploy', '2026-03-01 00:00:00', 'push-1', '{"kind":"accepted","at":1767312000000}', 'vault', 0, '{"fingerprint256":"707573682e6578616d706c650000000000000000000000000000000000000000","subject":"CN=push.example","commonName":"push.example","subjectAltNames":["push.example","www.push.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1766361600000,"notAfter":1774137600000,"isCa":false,"selfIssued":false}', '[{"fingerprint256":"69737375696e672e6578616d706c650000000000000000000000000000000000","subject":"CN=issuing.example","commonName":"issuing.example","subjectAltNames":["issuing.example","www.issuing.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1680825600000,"notAfter":1853625600000,"isCa":false,"selfIssued":false}]', 'PEM of a delivery');
INSERT INTO delivery_keys VALUES ('delivery-1', X'000000000000000000000000', X'000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO seen_deliveries VALUES ('7369676e61747572650000000000000000000000000000000000000000000000', '626f647900000000000000000000000000000000000000000000000000000000', 1767225600, 'delivery-1');
INSERT INTO order_names VALUES ('hook-1', 'push', 'push-1');
INSERT INTO push_orders VALUES ('push-1', 'hook-1', 'push', 'Pushed', '["push.example","www.push.example"]', 1767225600000, NULL);
INSERT INTO vault_identity VALUES ('837e9bc028ff49cfada0150d929b17e3');
INSERT INTO vault_check VALUES (X'000000000000000000000000', X'000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO receiver_log VALUES (1, '{"id":1,"at":1767225600000,"hookId":"hook-1","from":"127.0.0.1","status":200,"count":1,"outcome":{"kind":"kept","orderName":"push"}}');
INSERT INTO order_snoozes VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', 1768003200000);
INSERT INTO presets VALUES ('preset-1', 'Mine', '{alias}', '[{"name":"fullchain.pem","format":"pem","parts":["leaf","chain"],"mode":"644","lineEnds":"lf"},{"name":"privkey.pem","format":"pem","parts":["key"],"mode":"600","lineEnds":"lf"}]', 'rename', 'nginx');
INSERT INTO copy_bundles VALUES ('copy-1', 'shop', 'nginx', '/etc/nginx/tls', 'shop', '["sharedFolder"]', '73686f702d322e6578616d706c65000000000000000000000000000000000000', 1767225600000, 1775001600000, 1, 1767312000000, 1, 'rename', NULL, '["/usr/sbin/nginx","-s","reload"]');
INSERT INTO copy_files VALUES ('/etc/nginx/tls/shop/fullchain.pem', 'copy-1', 0, 'fullchain.pem', '66696c6500000000000000000000000000000000000000000000000000000000', 1234, 420, 0, '{"name":"fullchain.pem","format":"pem","parts":["leaf","chain"],"mode":"644","lineEnds":"lf"}');
INSERT INTO endpoints VALUES ('endpoint-1', 'shop', 'shop.example', 443, 'tls', 'www.shop.example', 60, 1767225600000, 1767312000000, 1767398400000, NULL, 1);
INSERT INTO endpoint_addresses VALUES ('endpoint-1', 0, '192.0.2.1', 1767312000000, '{"fingerprint256":"73686f702d312e6578616d706c65000000000000000000000000000000000000","commonName":"shop-1.example","issuerName":"Issuing CA","notBefore":1760313600000,"notAfter":1768089600000,"tlsVersion":"TLSv1.3","findings":[]}', 1767225600000, 1767312000000, NULL, NULL);
INSERT INTO untold_copies VALUES ('copy-1', '{"bundleId":"copy-1","orderId":"shop","folder":"/etc/nginx/tls/shop","outcome":"rewritten","to":"73686f702d322e6578616d706c65000000000000000000000000000000000000","command":null,"at":1767312000000}');
INSERT INTO hidden_names VALUES ('/etc/nginx/tls', '000000000000000000000000', '["fullchain.pem"]', 0, 1, '7', 0);
INSERT INTO order_annotations VALUES ('shop', '["web","prod"]', 'Ask before a change');
INSERT INTO authority_records VALUES ('shop', '{"fingerprint256":"73686f702d322e6578616d706c65000000000000000000000000000000000000","firstStart":1767225600000,"revoked":null,"replacement":{"from":1769817600000,"by":1772409600000,"explanationUrl":null},"revocationCheck":null,"renewalCheck":null}');
INSERT INTO planned_destinations VALUES ('planned-1', 'mail', 'pem', '["certificate"]', '/srv/mail', 1);
CREATE INDEX order_leaves_by_fingerprint ON order_leaves (fingerprint);
CREATE INDEX order_states_by_fingerprint ON order_states (fingerprint);
CREATE INDEX deliveries_by_name ON deliveries (hook_id, order_name);
CREATE TRIGGER snoozes_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM order_snoozes WHERE order_id = OLD.id; END;
CREATE INDEX copy_files_by_bundle ON copy_files (bundle_id);
CREATE TRIGGER copies_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM copy_bundles WHERE order_id = OLD.id; END;
CREATE TRIGGER copies_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM copy_bundles WHERE order_id = OLD.id; END;
CREATE INDEX endpoints_by_order ON endpoints (order_id);
CREATE TRIGGER endpoints_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM endpoints WHERE order_id = OLD.id; END;
CREATE TRIGGER endpoints_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM endpoints WHERE order_id = OLD.id; END;
CREATE TRIGGER annotations_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM order_annotations WHERE order_id = OLD.id; END;
CREATE TRIGGER annotations_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM order_annotations WHERE order_id = OLD.id; END;
CREATE INDEX planned_destinations_by_order ON planned_destinations (order_id);
CREATE TRIGGER planned_destinations_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM planned_destinations WHERE order_id = OLD.id; END;
CREATE TRIGGER planned_destinations_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM planned_destinations WHERE order_id = OLD.id; END;
CREATE TRIGGER planned_destinations_go_with_presets AFTER DELETE ON presets
    BEGIN DELETE FROM planned_destinations WHERE preset_id = OLD.id; END;
PRAGMA user_version = 19;
