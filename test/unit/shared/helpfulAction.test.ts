import { expect, it } from 'vitest';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { helpfulAction, type OrderSituation } from '#shared/domain/helpfulAction.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, pushSource, unfetchedOrder } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from './placeFixtures.ts';

const row = (change: Partial<OrderRow> = {}, days = 60) => orderWithDays('a', days, now, change);
const outdated = { state: 'stale', outdated: true } as const;
const previous = endpoint({
  addresses: [address({ relation: 'former', served: servedLeaf({ notAfter: now + 9 * DAY_MS }) })],
});
const other = endpoint({ addresses: [address({ relation: 'other' })] });
const reload = { command: ['/usr/sbin/nginx', '-s', 'reload'] } as const;
const failedRun: ProgramRun = {
  kind: 'ended',
  startedAt: 0,
  endedAt: 1,
  outcome: { kind: 'exited', code: 1 },
  output: '',
  isCut: false,
};
const review = { findings: [{ kind: 'namesLost', names: ['x'] }] } as const;
const failed = { failure: { kind: 'offline' } } as const;

type Case = Partial<OrderSituation> & { readonly order?: OrderRow };

const calm: OrderSituation = {
  polling: 'active',
  copies: [],
  endpoints: [],
  hasDelivery: false,
  hasConsole: false,
  terms: termsOf(defaultSettings),
};

it.each<[string, Case, HelpfulAction | null]>([
  ['nothing is wrong', {}, 'export'],
  ['the token is rejected', { polling: 'rejected', copies: [copy(outdated)] }, 'replaceToken'],
  ['there is no token', { polling: 'waitingForToken', hasDelivery: true }, 'enterToken'],
  [
    'the token is rejected, and others can read files',
    { polling: 'rejected', copies: [copy({ state: 'wider' })] },
    'tighten',
  ],
  [
    'the token is rejected, and a reload is left',
    { polling: 'rejected', copies: [copy(reload)], endpoints: [previous] },
    'run',
  ],
  [
    'the token is rejected, and it has expired',
    { polling: 'rejected', order: row({}, -1), copies: [copy({ state: 'wider' })], hasConsole: true },
    'replaceToken',
  ],
  ['the service does not answer', { polling: 'probing' }, 'export'],
  ['a delivery waits to be linked', { order: row({}, -1), hasDelivery: true }, 'link'],
  [
    'a delivery waits to be linked, and a server serves another certificate',
    { hasDelivery: true, endpoints: [other] },
    'check',
  ],
  [
    'a delivery waits to be linked, and files are outdated',
    { hasDelivery: true, copies: [copy(outdated)] },
    'update',
  ],
  [
    'a delivery waits to be linked, and others can read files',
    { hasDelivery: true, copies: [copy({ state: 'wider' })] },
    'link',
  ],
  ['nothing was fetched', { order: unfetchedOrder('a') }, 'sync'],
  ['it has expired', { order: row({}, -1), endpoints: [endpoint()] }, 'sync'],
  ['it expires soon, and was not renewed', { order: row({}, 5), copies: [copy()] }, 'sync'],
  ['it expires soon, and the console is known', { order: row({}, 5), hasConsole: true }, 'console'],
  [
    'it expires soon, the console is known, and the last attempt failed',
    { order: row(failed, 5), hasConsole: true },
    'sync',
  ],
  ['the console is known, and nothing is wrong', { hasConsole: true }, 'export'],
  ['a delivered order expires soon', { order: row({ source: pushSource() }, 5), copies: [copy()] }, null],
  ['a delivered order has expired', { order: row({ source: pushSource() }, -1) }, null],
  [
    'a delivered order has no certificate yet',
    { order: unfetchedOrder('a', { source: pushSource() }) },
    null,
  ],
  ['it was not confirmed for days', { order: row({ lastConfirmedAt: now - 3 * DAY_MS }) }, 'sync'],
  ['the last attempt failed', { order: row(failed) }, 'sync'],
  ['a delivered order has a failure', { order: row({ ...failed, source: pushSource() }) }, 'export'],
  ['the certificate needs a review', { order: row(review), copies: [copy(outdated)] }, 'review'],
  ['files are outdated', { copies: [copy(outdated)], endpoints: [previous] }, 'update'],
  ['files were changed', { copies: [copy({ state: 'changed' })] }, 'update'],
  ['files need a passphrase', { copies: [copy({ ...outdated, needsPassphrase: true })] }, 'exportAgain'],
  [
    'files that need a passphrase are missing',
    { copies: [copy({ state: 'missing', needsPassphrase: true })] },
    'exportAgain',
  ],
  [
    'a server has served another certificate for an hour, after an export',
    {
      copies: [copy()],
      endpoints: [endpoint({ addresses: [address({ relation: 'other', servedSince: now - HOUR_MS })] })],
    },
    'check',
  ],
  ['a reload is left', { copies: [copy(reload)], endpoints: [previous] }, 'run'],
  ['a reload is left that has no command', { copies: [copy()], endpoints: [previous] }, 'check'],
  ['a server serves another certificate', { endpoints: [other] }, 'check'],
  ['a server does not answer', { endpoints: [endpoint({ error: { kind: 'refused' } })] }, 'check'],
  ['files cannot be read', { copies: [copy({ state: 'unreadable' })] }, 'checkFiles'],
  [
    'files cannot be read, and all is right with a server',
    { copies: [copy({ state: 'unreadable' })], endpoints: [endpoint()] },
    'checkFiles',
  ],
  ['others can read files', { copies: [copy({ state: 'wider' })] }, 'tighten'],
  [
    'others can read files and a server serves another certificate',
    { copies: [copy({ state: 'wider' })], endpoints: [other] },
    'check',
  ],
  ['a command failed', { copies: [copy(), copy({ ...reload, lastRun: failedRun })] }, 'run'],
  [
    'a command failed, and the last attempt',
    { order: row(failed), copies: [copy({ ...reload, lastRun: failedRun })] },
    'run',
  ],
  [
    'files are outdated, and the last attempt failed',
    { order: row(failed), copies: [copy(outdated)] },
    'sync',
  ],
  ['the renewal is overdue', { order: row({ lead: { leadMs: 70 * DAY_MS, renewals: 2 } }) }, 'sync'],
  [
    'a server was not checked for days',
    { copies: [copy()], endpoints: [endpoint({ addresses: [address({ servedAt: now - 9 * DAY_MS })] })] },
    'check',
  ],
  ['all is deployed', { copies: [copy(reload)], endpoints: [endpoint()] }, null],
  ['only a server has it', { endpoints: [endpoint()] }, 'export'],
])('what helps where %s', (_, { order = row(), ...change }, expected) => {
  expect(helpfulAction(order, { ...calm, ...change }, now)).toBe(expected);
});
