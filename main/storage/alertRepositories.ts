import type { AlertRepository } from '#main/alerting/alerts/alertLedger.ts';
import type { PauseRepository } from '#main/alerting/alerts/alertPause.ts';
import type { SeenCopy, SeenCopyRepository } from '#main/alerting/alerts/autoRefreshRule.ts';
import type { ShownAlertRepository } from '#main/alerting/alerts/shownAlerts.ts';
import type { Snooze, SnoozeRepository } from '#main/alerting/alerts/snoozes.ts';
import type { StoredValue } from '#main/alerting/events/alertChannel.ts';
import { storedEventSchema } from '#main/alerting/events/alertEventSchema.ts';
import type { OutboxItem, OutboxRepository } from '#main/alerting/events/outbox.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { AlertChannelId } from '#shared/domain/alertChannels.ts';
import type { PauseOfAlerts } from '#shared/domain/alertPause.ts';
import { instantSchema } from '#shared/domain/instant.ts';
import { z } from '#shared/zod.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns, parsedJson } from './json.ts';
import { instant, instantOrNull, or, RowCheck, whole } from './rows.ts';

/** The alert ledger in the table `alerts`, whose column `fingerprint` contains the subject. Throws `StorageError`. */
export function createAlertRepository(database: Database): AlertRepository {
  const select = database.query<{ readonly at: number }>(
    'SELECT at FROM alerts WHERE fingerprint = ? AND threshold = ?',
  );
  const upsert = database.prepare(`
    INSERT INTO alerts (fingerprint, threshold, at) VALUES (?, ?, ?)
    ON CONFLICT (fingerprint, threshold) DO UPDATE SET at = excluded.at`);
  const remove = database.prepare('DELETE FROM alerts WHERE fingerprint = ? AND threshold = ?');
  return {
    sentAt: ({ subject, threshold }) => select.get(subject, threshold)?.at ?? null,
    record: (entries, at) => {
      database.write(() => {
        for (const { subject, threshold } of entries) upsert.run(subject, threshold, at);
      });
    },
    remove: (entries) => {
      database.write(() => {
        for (const { subject, threshold } of entries) remove.run(subject, threshold);
      });
    },
  };
}

/** The pause of alerts: the single row of `alert_pause`, or none, as when it cannot be read. */
export function createPauseRepository(database: Database, logger: Logger | null = null): PauseRepository {
  const check = new RowCheck<PauseOfAlerts>('alert_pause', logger, { since: instant, until: instantOrNull });
  const select = database.query<PauseOfAlerts>('SELECT since, until FROM alert_pause');
  const insert = database.prepare('INSERT INTO alert_pause (since, until) VALUES (?, ?)');
  const clear = database.prepare('DELETE FROM alert_pause');
  return {
    load: () => check.usable(select.all())[0] ?? null,
    save: (pause) =>
      database.tryWrite(() => {
        clear.run();
        if (pause !== null) insert.run(pause.since, pause.until);
      }),
  };
}

/** A value of alerts or of a channel for them, by its name. It is in the table `settings`, under a key that no setting has. */
export function createAlertValueRepository<Value>(
  database: Database,
  name: string,
  schema: z.ZodType<Value>,
): StoredValue<Value> {
  const key = `alerts.${name}`;
  const select = database.query<{ readonly value: string }>('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM settings WHERE key = ?');
  return {
    load(): Value | null {
      const row = select.get(key);
      const parsed = schema.safeParse(row === undefined ? undefined : parsedJson(row.value));
      return parsed.success ? parsed.data : null;
    },
    save: (value: Value | null) =>
      database.tryWrite(() => {
        if (value === null) remove.run(key);
        else upsert.run(key, JSON.stringify(value));
      }),
  };
}

const entrySchema = z.object({ subject: z.string(), threshold: z.string() });
const shownSchema = z.array(z.object({ id: z.string(), reasons: z.array(entrySchema) }));

/** The notifications that were shown. */
export function createShownAlertRepository(database: Database): ShownAlertRepository {
  const row = createAlertValueRepository(database, 'shown', shownSchema);
  return {
    load: () => row.load() ?? [],
    save: (shown) =>
      row.save(shown.length === 0 ? null : [...shown.map((one) => ({ ...one, reasons: [...one.reasons] }))]),
  };
}

/** Snoozes in the table `order_snoozes`. Deleted with their orders. Unreadable rows are skipped: their orders are told. */
export function createSnoozeRepository(database: Database, logger: Logger | null = null): SnoozeRepository {
  const check = new RowCheck<Snooze>('order_snoozes', logger, { until: instantOrNull, at: instant });
  const select = database.query<Snooze>(
    'SELECT order_id AS orderId, fingerprint AS fingerprint256, until, snoozed_at AS at FROM order_snoozes',
  );
  const upsert = database.prepare(`
    INSERT INTO order_snoozes (order_id, fingerprint, until, snoozed_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE
      SET fingerprint = excluded.fingerprint, until = excluded.until, snoozed_at = excluded.snoozed_at`);
  const remove = database.prepare('DELETE FROM order_snoozes WHERE order_id = ?');
  return {
    load: () => check.usable(select.all()),
    save: (snoozes) =>
      database.tryWriteEach(snoozes, ({ orderId, fingerprint256, until, at }) =>
        upsert.run(orderId, fingerprint256, until, at),
      ),
    remove: (orderIds) => database.tryWriteEach(orderIds, (id) => remove.run(id)),
  };
}

const seenCopySchema: z.ZodType<SeenCopy> = z.object({
  bundleId: z.string(),
  orderId: z.string(),
  folder: z.string(),
  to: z.string(),
  outcome: z.custom<SeenCopy['outcome']>((outcome) => typeof outcome === 'string'),
  command: z.custom<SeenCopy['command']>((command) => typeof command === 'object'),
  at: instantSchema,
});

/** Updates of copies without a notification yet, in the `untold_copies` table. Unreadable rows are skipped. */
export function createSeenCopyRepository(
  database: Database,
  logger: Logger | null = null,
): SeenCopyRepository {
  const columns = new JsonColumns('untold_copies', logger);
  const all = database.query<{ readonly seen: string }>('SELECT seen FROM untold_copies ORDER BY rowid');
  const insert = database.prepare(
    'INSERT INTO untold_copies (bundle_id, seen) VALUES (?, ?) ON CONFLICT (bundle_id) DO UPDATE SET seen = excluded.seen',
  );
  const remove = database.prepare('DELETE FROM untold_copies WHERE bundle_id = ?');
  return {
    load: () => all.all().flatMap(({ seen }) => columns.read('seen', seenCopySchema, seen) ?? []),
    save: (copy) => database.tryWrite(() => insert.run(copy.bundleId, JSON.stringify(copy))),
    remove: (bundleIds) => database.tryWriteEach(bundleIds, (id) => remove.run(id)),
  };
}

type OutboxRow = RowOf<OutboxItem, { readonly event: string }>;

/** The events of one channel in the table `outbox`, oldest first. Unreadable rows are skipped. */
export function createOutboxRepository(
  database: Database,
  target: AlertChannelId,
  logger: Logger | null = null,
): OutboxRepository {
  const columns = new JsonColumns('outbox', logger);
  const check = new RowCheck<OutboxRow>('outbox', logger, {
    queuedAt: instant,
    failures: or(whole(), 0),
    nextAt: or(instant, 0),
  });
  const all = database.query<OutboxRow>(`
    SELECT id, event, queued_at AS queuedAt, failures, next_at AS nextAt FROM outbox
    WHERE target = ? ORDER BY queued_at, rowid`);
  const upsert = database.prepare(`
    INSERT INTO outbox (id, target, event, queued_at, failures, next_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET failures = excluded.failures, next_at = excluded.next_at`);
  const remove = database.prepare('DELETE FROM outbox WHERE id = ?');
  return {
    load: () =>
      check.usable(all.all(target)).flatMap((row) => {
        const event = columns.read('event', storedEventSchema, row.event);
        return event === undefined ? [] : { ...row, event };
      }),
    save: (items) =>
      database.tryWriteEach(items, ({ id, event, queuedAt, failures, nextAt }) =>
        upsert.run(id, target, JSON.stringify(event), queuedAt, failures, nextAt),
      ),
    remove: (ids) => database.tryWriteEach(ids, (id) => remove.run(id)),
  };
}
