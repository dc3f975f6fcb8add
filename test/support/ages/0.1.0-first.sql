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
    last_seen_at INTEGER NOT NULL,
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
  ) STRICT;
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
CREATE TABLE snoozes (
    order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    -- NULL: no leaf was known.
    fingerprint TEXT,
    -- NULL: until the order is renewed.
    until INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE TABLE alert_pause (since INTEGER NOT NULL) STRICT;
INSERT INTO connections VALUES ('c-1', 'Connection c-1', 'https://c-1.example', 'office.pem', 'PEM of a CA', 1767225600000);
INSERT INTO connections VALUES ('c-2', 'Connection c-2', 'https://c-2.example', NULL, NULL, 1767225600000);
INSERT INTO orders VALUES ('shop', 'c-1', 'rid-shop', 'The shop', 1767225600000, NULL);
INSERT INTO orders VALUES ('mail', 'c-2', 'rid-mail', NULL, 1767225600000, NULL);
INSERT INTO orders VALUES ('old', 'c-2', 'rid-old', NULL, 1767225600000, 1767312000000);
INSERT INTO certificates VALUES ('73686f702d312e6578616d706c65000000000000000000000000000000000000', '{"fingerprint256":"73686f702d312e6578616d706c65000000000000000000000000000000000000","subject":"CN=shop-1.example","commonName":"shop-1.example","subjectAltNames":["shop-1.example","www.shop-1.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1760313600000,"notAfter":1768089600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO certificates VALUES ('69737375696e672e6578616d706c650000000000000000000000000000000000', '{"fingerprint256":"69737375696e672e6578616d706c650000000000000000000000000000000000","subject":"CN=issuing.example","commonName":"issuing.example","subjectAltNames":["issuing.example","www.issuing.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1680825600000,"notAfter":1853625600000,"isCa":false,"selfIssued":false}', 'PEM of its issuer');
INSERT INTO certificates VALUES ('73686f702d322e6578616d706c65000000000000000000000000000000000000', '{"fingerprint256":"73686f702d322e6578616d706c65000000000000000000000000000000000000","subject":"CN=shop-2.example","commonName":"shop-2.example","subjectAltNames":["shop-2.example","www.shop-2.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1767225600000,"notAfter":1775001600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO certificates VALUES ('6d61696c2e6578616d706c650000000000000000000000000000000000000000', '{"fingerprint256":"6d61696c2e6578616d706c650000000000000000000000000000000000000000","subject":"CN=mail.example","commonName":"mail.example","subjectAltNames":["mail.example","www.mail.example"],"issuer":"CN=Issuing CA","issuerName":"Issuing CA","serialNumber":"01AB","keyType":"RSA","keyBits":2048,"curve":null,"notBefore":1764633600000,"notAfter":1772409600000,"isCa":false,"selfIssued":false}', 'PEM of a leaf');
INSERT INTO order_leaves VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', 1767312000000, 1767312000000);
INSERT INTO order_leaves VALUES ('shop', '73686f702d312e6578616d706c65000000000000000000000000000000000000', 1762905600000, 1762905600000);
INSERT INTO order_leaves VALUES ('shop', '73686f702d322e6578616d706c65000000000000000000000000000000000000', 1767312000000, 1767312000000);
INSERT INTO order_states VALUES ('shop', '73686f702d322e6578616d706c65000000000000000000000000000000000000', '["69737375696e672e6578616d706c650000000000000000000000000000000000"]', 'shop', '2026-04-01T00:00:00', 1767312000000, 1767312000000, 1767398400000, 0, NULL, '[{"kind":"chainIncomplete","missingIssuer":"CN=Root"}]');
INSERT INTO order_states VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', '["69737375696e672e6578616d706c650000000000000000000000000000000000"]', NULL, NULL, 1767312000000, 1767312000000, 1767398400000, 3, '{"kind":"serverError","status":503,"retryAfterMs":null,"detail":"down"}', '[]');
INSERT INTO order_states VALUES ('old', NULL, '[]', NULL, NULL, NULL, NULL, NULL, 0, NULL, '[]');
INSERT INTO settings VALUES ('alertDays', '[30,10]');
INSERT INTO settings VALUES ('language', '"zh-CN"');
INSERT INTO settings VALUES ('theme', '"dark"');
INSERT INTO settings VALUES ('warningDays', '21');
INSERT INTO alerts VALUES ('73686f702d322e6578616d706c65000000000000000000000000000000000000', '30', 1767312000000);
INSERT INTO snoozes VALUES ('mail', '6d61696c2e6578616d706c650000000000000000000000000000000000000000', 1768003200000);
INSERT INTO alert_pause VALUES (1767225600000);
CREATE INDEX order_leaves_by_fingerprint ON order_leaves (fingerprint);
CREATE INDEX order_states_by_fingerprint ON order_states (fingerprint);
PRAGMA user_version = 2;
