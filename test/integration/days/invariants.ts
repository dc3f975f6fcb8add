import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect, isDeepStrictEqual } from 'node:util';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { isPushOnly, serviceKey } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { processListeners } from '#test/integration/app/leftovers.ts';
import { alertProblems } from './alertInvariants.ts';
import { lostDeliveries } from './deliveries.ts';
import { copyProblems, fileProblems } from './fileInvariants.ts';
import type { Life } from './life.ts';
import { secretProblems } from './secretInvariants.ts';
import { serverProblems } from './serverInvariants.ts';
import { dueNow, surfaceProblems } from './surfaces.ts';

/** What holds after each step of a life: gives what is wrong, in words; nothing: all is well. */
type Invariant = (life: Life) => readonly string[] | Promise<readonly string[]>;

/** More timers than the parts of the app have, however long it runs. */
const TIMERS_MAX = 60;

const activeTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Of two values that differ: of two maps, the entries that do. */
function differing(one: unknown, other: unknown): unknown {
  if (!(one instanceof Map && other instanceof Map)) return { is: one, should: other };
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => !isDeepStrictEqual(one.get(key), other.get(key)))
    .map((key) => ({ is: one.get(key), should: other.get(key) }));
}

export const invariants: Readonly<Record<string, Invariant>> = {
  'the window has what main has': async ({ app }) => {
    const main = projectSnapshot(await app.call('app:snapshot', null));
    const window = app.seen();
    if (main.revision !== window.revision) return [`revision ${window.revision} of ${main.revision}`];
    const keys = Object.keys(main) as (keyof typeof main)[];
    return keys
      .filter((key) => !isDeepStrictEqual(main[key], window[key]))
      .map((key) => `${key}: ${inspect(differing(window[key], main[key]), { depth: 9 })}`);
  },

  'every surface says the same of each order': surfaceProblems,

  'nothing expired, unknown or long unconfirmed is healthy': ({ app, time }) => {
    const { orders, settings, clockAheadMs } = app.seen();
    const now = time.clock.now() - (clockAheadMs ?? 0);
    const { statuses } = dueNow({ app, time }).assessment;
    return [...orders.values()]
      .filter(({ id }) => statuses.get(id) === 'healthy')
      .flatMap((order) => {
        const end = endOf(order);
        const { lastConfirmedAt } = order;
        const staleAt = (lastConfirmedAt ?? 0) + 3 * settings.pollIntervalMinutes * MINUTE_MS;
        const isStale = !isPushOnly(order) && staleAt < now - 1000;
        const isWrong = end === null || end < now || order.fingerprint256 === null || isStale;
        return isWrong ? [`${serviceKey(order)} ends ${end}, confirmed ${lastConfirmedAt}, now ${now}`] : [];
      });
  },

  'an order that was confirmed now has the certificate of the service': ({ app, service }) =>
    [...app.seen().orders.values()].flatMap((order) => {
      const rid = serviceKey(order);
      const isAsked =
        !isPushOnly(order) && order.failure === null && order.lastAttemptAt === order.lastConfirmedAt;
      const known = service.rids.includes(rid) ? service.order(rid) : null;
      if (!isAsked || known === null || order.lastConfirmedAt === null) return [];
      const wasRenewed = known.notBefore.getTime() > order.lastConfirmedAt - CLOCK_SLACK_MS;
      return wasRenewed || order.fingerprint256 === known.fingerprint256 || service.faults[rid] !== undefined
        ? []
        : [`${rid} has ${order.fingerprint256}, the service ${known.fingerprint256}`];
    }),

  'the orders are those of the user, with what was written about them': ({ app, wishes }) => {
    const rows = [...app.seen().orders.values()];
    const seen = new Map(rows.map((row) => [serviceKey(row), row]));
    const extra = rows.filter((row) => !wishes.has(serviceKey(row)) || seen.get(serviceKey(row)) !== row);
    const wrong = [...wishes].flatMap(([rid, wish]) => {
      const row = seen.get(rid);
      if (row === undefined) return [`${rid} is missing`];
      const { alias, tags, note } = row;
      // In a file they have another order.
      const is = { alias, tags: tags.toSorted(), note };
      return isDeepStrictEqual(is, { ...wish, tags: wish.tags.toSorted() })
        ? []
        : [`${rid} has ${JSON.stringify(is)} instead of ${JSON.stringify(wish)}`];
    });
    return [...extra.map((row) => `${serviceKey(row)} is too much`), ...wrong];
  },

  'files belong together, as they were wanted, and nothing else is there': fileProblems,

  'files are as current as they are said and wanted to be': copyProblems,

  'no acknowledged delivery is lost': (life) =>
    lostDeliveries(life.app.seen().inbox, { acknowledged: life.acknowledged, now: () => life.now() }),

  'nothing that needs review is healthy': (life) =>
    life.reviews.problems([...life.app.seen().orders.values()], dueNow(life).assessment.statuses),

  'each alert comes once, and none is missing': alertProblems,

  'servers send what they are said to send': serverProblems,

  'events are signed with the secret that counts': ({ events }) => events.unsigned,

  'no secret is said, logged, given to programs or stored in the open': secretProblems,

  'nothing failed that nobody expects': ({ app }) =>
    app.log.filter(({ level }) => level === 'error').map((line) => JSON.stringify(line)),

  'the database is whole': (life) => {
    const folder = mkdtempSync(join(life.root, 'look-'));
    try {
      for (const name of readdirSync(life.profile))
        if (name.startsWith(DATABASE_FILE)) cpSync(join(life.profile, name), join(folder, name));
      const database = new DatabaseSync(join(folder, DATABASE_FILE));
      const found = database.prepare('PRAGMA integrity_check').all();
      const foreign = database.prepare('PRAGMA foreign_key_check').all();
      database.close();
      const words = found.map((row) => String(Object.values(row)[0])).filter((word) => word !== 'ok');
      return [...words, ...foreign.map((row) => JSON.stringify(row))];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  'timers and listeners do not pile up': ({ time }) => [
    ...(time.pending() > TIMERS_MAX ? [`${time.pending()} timers`] : []),
    ...(activeTimers() > TIMERS_MAX ? [`${activeTimers()} timers of the process`] : []),
    ...(processListeners().length > 40 ? [`${processListeners().length} listeners`] : []),
  ],

  'nothing is written elsewhere': ({ root, home, inputs, targets, profile, written }) => {
    const own = new Set([home, profile, inputs, ...targets]);
    return [
      ...written.outside([root]),
      ...readdirSync(root)
        .map((name) => join(root, name))
        .filter((path) => !own.has(path)),
      ...(existsSync(home) ? readdirSync(home).map((name) => join(home, name)) : []),
    ];
  },
};
