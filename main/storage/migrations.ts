import { firstMigrations } from './firstMigrations.ts';

/** One step of the schema: SQL that takes a file of the version before to the next one. Never edited once released. */
export type Migration = string;

/** `PRAGMA application_id` of the files of this app: "NAft". Files of its first versions have none, which is 0. */
export const APPLICATION_ID = 0x4e_41_66_74;

/** `PRAGMA user_version` of a file is the number of these that it has seen. */
export const migrations: readonly Migration[] = [
  ...firstMigrations,
  `
  -- Of the certificates, so that the histories of all orders are read without those.
  ALTER TABLE order_leaves ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE order_leaves ADD COLUMN not_after INTEGER NOT NULL DEFAULT 0;
  UPDATE order_leaves SET (not_before, not_after) = (
    SELECT facts ->> 'notBefore', facts ->> 'notAfter' FROM certificates
    WHERE certificates.fingerprint = order_leaves.fingerprint);
  `,
  `
  -- The server that a preset gives lines of configuration for; NULL: none.
  ALTER TABLE presets ADD COLUMN server TEXT;
  `,
  `
  -- Addresses of the name beyond those that are looked at.
  ALTER TABLE endpoints ADD COLUMN omitted INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What became of copies that are kept fresh, until it was told: JSON.
  CREATE TABLE untold_copies (bundle_id TEXT PRIMARY KEY, seen TEXT NOT NULL) STRICT;

  -- From here on a renewal is told when the ledger does not know it: those that were there before are no news.
  INSERT INTO alerts (fingerprint, threshold, at)
    SELECT fingerprint, 'renewed:' || order_id, unixepoch() * 1000 FROM order_leaves WHERE true
    ON CONFLICT DO NOTHING;
  INSERT INTO alerts (fingerprint, threshold, at)
    SELECT leaf ->> 'fingerprint256', 'renewed:' || order_id, unixepoch() * 1000 FROM deliveries
    WHERE order_id IS NOT NULL AND verdict ->> 'kind' IN ('accepted', 'superseded')
    ON CONFLICT DO NOTHING;
  `,
  `
  -- Every hidden directory and file that an export made, from before it is made until it is gone.
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
  `,
  `
  -- JSON: the leaf that the present one is measured by; NULL: the present one is accepted.
  ALTER TABLE order_states ADD COLUMN accepted TEXT;
  -- What was exported last counts as accepted: a renewal since then may have taken names away.
  UPDATE order_states SET accepted = (
    SELECT json_object(
      'fingerprint256', fingerprint, 'notBefore', facts -> '$.notBefore', 'notAfter', facts -> '$.notAfter',
      'keyType', facts ->> '$.keyType', 'kinds', json_array(),
      'chainComplete', json(iif(chain_complete, 'true', 'false')),
      'names', json(CASE
        WHEN json_array_length(facts, '$.subjectAltNames') > 0 OR facts ->> '$.commonName' IS NULL
        THEN facts -> '$.subjectAltNames' ELSE json_array(facts ->> '$.commonName') END))
    FROM copy_bundles JOIN certificates USING (fingerprint)
    WHERE copy_bundles.order_id = order_states.order_id
    ORDER BY copy_bundles.written_at DESC LIMIT 1);
  UPDATE order_states SET accepted = NULL WHERE accepted ->> '$.fingerprint256' = fingerprint;
  `,
  `
  -- When a pause of alerts ends, Unix ms; NULL: when the user resumes them.
  ALTER TABLE alert_pause ADD COLUMN until INTEGER;
  `,
  `
  -- What the user wrote about an order.
  CREATE TABLE order_annotations (
    -- Without a reference: push-only orders have them too.
    order_id TEXT PRIMARY KEY,
    -- JSON
    tags TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER annotations_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM order_annotations WHERE order_id = OLD.id; END;
  CREATE TRIGGER annotations_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM order_annotations WHERE order_id = OLD.id; END;
  `,
  `
  -- Events for the command or the webhook that were not handed over yet.
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
  `,
  `
  -- What certificate authorities said about current certificates.
  CREATE TABLE authority_records (
    order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    -- JSON
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Verified revocation lists. Unix ms.
  CREATE TABLE revocation_lists (
    url TEXT PRIMARY KEY,
    body BLOB NOT NULL,
    used_until INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Push-only orders have records too, and records have times: all are asked again.
  DROP TABLE authority_records;
  CREATE TABLE authority_records (
    -- A pulled or push-only order.
    order_id TEXT PRIMARY KEY,
    -- JSON
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Where the files of orders should be exported to, by a configuration file.
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
  CREATE INDEX planned_destinations_by_order ON planned_destinations (order_id);
  CREATE TRIGGER planned_destinations_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM planned_destinations WHERE order_id = OLD.id; END;
  CREATE TRIGGER planned_destinations_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM planned_destinations WHERE order_id = OLD.id; END;
  CREATE TRIGGER planned_destinations_go_with_presets AFTER DELETE ON presets
    BEGIN DELETE FROM planned_destinations WHERE preset_id = OLD.id; END;
  `,
  `
  -- What a person confirmed on this computer; an import of a file changes none of it.
  -- PEM: the own CA that was chosen here.
  ALTER TABLE connections ADD COLUMN chosen_ca TEXT;
  -- JSON: the service that the token file is for, and the name of the connection.
  ALTER TABLE connections ADD COLUMN token_file TEXT;
  -- What exists goes on to work.
  UPDATE connections SET chosen_ca = ca_pem,
    token_file = json_object('name', name, 'baseUrl', base_url, 'caPem', ca_pem);
  `,
  `
  -- JSON: how the last run of the command ended, if it failed; NULL: it did not. Without its output.
  ALTER TABLE copy_bundles ADD COLUMN failed_run TEXT;
  `,
  `
  -- What begins later is newer now, whatever its end: what waited because it expires earlier is judged again.
  UPDATE deliveries SET verdict = '{"kind":"checking"}'
    WHERE json_valid(verdict) AND verdict ->> '$.reason.kind' = 'notAfterBack';
  `,
  `
  -- Unix ms. What was snoozed before ends with the next change of its certificate from now on.
  ALTER TABLE order_snoozes ADD COLUMN snoozed_at INTEGER NOT NULL DEFAULT 0;
  UPDATE order_snoozes SET snoozed_at = unixepoch() * 1000;
  `,
  `
  -- JSON: the certificate above the leaf that expires before it; NULL: none. All orders are judged again.
  ALTER TABLE order_states ADD COLUMN chain_end TEXT;
  UPDATE order_states SET next_poll_at = NULL;
  `,
  `
  -- JSON: the same of the chain in the files.
  ALTER TABLE copy_bundles ADD COLUMN chain_end TEXT;
  `,
  `
  -- JSON: when to warn of the order; NULL: as for others.
  ALTER TABLE order_annotations ADD COLUMN thresholds TEXT;
  `,
  `
  -- Where the user opens the console of the service; NULL: not entered.
  ALTER TABLE connections ADD COLUMN console_url TEXT;
  `,
  `
  -- What writes are about to put into folders, until that is in copy_bundles. As copy_bundles, without a reference.
  CREATE TABLE copy_intents (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    -- JSON
    bundle TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER copy_intents_go_with_orders AFTER DELETE ON orders
    BEGIN DELETE FROM copy_intents WHERE order_id = OLD.id; END;
  CREATE TRIGGER copy_intents_go_with_push_orders AFTER DELETE ON push_orders
    BEGIN DELETE FROM copy_intents WHERE order_id = OLD.id; END;
  `,
  `
  -- Tells the file from that of another program.
  PRAGMA application_id = ${APPLICATION_ID};
  `,
  `
  -- Files are no longer written as links. JSON: the names of the presets that did, until the user was told.
  INSERT INTO settings (key, value)
    SELECT 'untold.linkPresets', json_group_array(name) FROM presets WHERE switching = 'link' HAVING count(*) > 0;
  ALTER TABLE presets DROP COLUMN switching;
  ALTER TABLE copy_bundles DROP COLUMN switching;
  `,
];
