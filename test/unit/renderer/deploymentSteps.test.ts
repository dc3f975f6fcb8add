import { describe, expect, it } from 'vitest';
import { filesText } from '#renderer/features/deployment/steps/FilesStep.tsx';
import { conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { type Places, placeTimes } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import {
  filesState,
  filesStep,
  issuedStep,
  serversState,
  serversStep,
} from '#shared/domain/deploymentSteps.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { authorityNews, orderWithDays, unfetchedOrder } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '../shared/placeFixtures.ts';
import { english } from './translators.ts';

const row = (change: Partial<OrderRow> = {}, days = 60) => orderWithDays('a', days, now, change);
/** The conditions of an order with these places. */
const heldBy = (places: Partial<Places>, order = row()) => {
  const times = { renewedAt: () => null, confirmedAt: () => now };
  const deployment = placeTimes({ copies: [], endpoints: [], ...places }, times);
  return conditionsOf({ ...order, deployment }, 'active', termsOf(defaultSettings), now);
};
const server = (change: Partial<AddressView>) => endpoint({ addresses: [address(change)] });
const outdated = { state: 'stale', outdated: true } as const;
const previous = { relation: 'former', served: servedLeaf({ notAfter: now + 9 * DAY_MS }) } as const;

describe('the step of the issued certificate', () => {
  it.each<[string, OrderRow, ReturnType<typeof issuedStep>]>([
    ['nothing was fetched', unfetchedOrder('a'), { state: 'unknown', kind: 'none' }],
    ['the date is the service’s', row({ fingerprint256: null }), { state: 'unknown', kind: 'serviceOnly' }],
    ['it is valid', row(), { state: 'done', kind: 'current' }],
    ['it has expired', row({}, -1), { state: 'problem', kind: 'expired' }],
    ['it begins later', row({ notBefore: now + HOUR_MS }), { state: 'attention', kind: 'notYetValid' }],
    [
      'a renewal lost a name',
      row({ findings: [{ kind: 'namesLost', names: ['x'] }] }),
      { state: 'attention', kind: 'needsReview' },
    ],
    [
      'the renewal is late',
      row({ lead: { leadMs: 50 * DAY_MS, renewals: 2 } }, 40),
      { state: 'attention', kind: 'overdue' },
    ],
    ['it expires soon', row({}, 3), { state: 'problem', kind: 'endsSoon' }],
    [
      'the service does not know the order',
      row({ failures: 1, failure: { kind: 'unknownRid' } }),
      { state: 'problem', kind: 'failing' },
    ],
    [
      'its authority revoked it',
      row({ authority: authorityNews({ revoked: { at: now, reason: 'keyCompromise' } }) }),
      { state: 'problem', kind: 'revoked' },
    ],
    [
      'its authority wants it replaced',
      row({ authority: authorityNews({ replacement: { from: now, by: now, explanationUrl: null } }) }),
      { state: 'attention', kind: 'toReplace' },
    ],
  ])('where %s', (_, order, expected) => {
    const held = conditionsOf(order, 'active', termsOf(defaultSettings), now);
    expect(issuedStep(order, held)).toEqual(expected);
  });
});

describe('the step of the exported files', () => {
  it.each<[string, readonly Partial<CopyBundleView>[], string, string, string | null]>([
    ['no folder', [], 'empty', 'No exported files on this computer.', 'export'],
    ['an up-to-date folder', [{}], 'done', 'The folder is up to date.', null],
    ['two up-to-date folders', [{}, {}], 'done', '2 folders are up to date.', null],
    ['an unchecked folder', [{ state: null }], 'unknown', 'The folder is not checked yet.', 'check'],
    ['an outdated folder', [outdated], 'problem', 'The folder has the previous certificate.', 'update'],
    [
      'an outdated one of two',
      [outdated, {}],
      'problem',
      '1 of 2 folders has the previous certificate.',
      'update',
    ],
    [
      'an outdated one with a passphrase',
      [{ ...outdated, needsPassphrase: true }],
      'problem',
      'The folder has the previous certificate.',
      'exportAgain',
    ],
    ['missing files', [{ state: 'missing' }], 'attention', 'Files are missing.', 'update'],
    ['unreadable files', [{ state: 'unreadable' }], 'attention', 'NotAfter can’t read the files.', 'check'],
    [
      'files that others can read',
      [{ state: 'wider' }],
      'attention',
      'Others can read the files.',
      'tighten',
    ],
    [
      'changed files',
      [{ state: 'changed', outdated: true }],
      'problem',
      'Another program or person changed the files.',
      'ask',
    ],
    [
      'changed files and outdated ones',
      [{ state: 'changed' }, outdated],
      'problem',
      'Another program or person changed 1 of 2 folders.',
      'update',
    ],
  ])('with %s', (_, changes, state, text, action) => {
    const copies = changes.map((change, index) => copy({ id: `k${index}`, ...change }));
    const step = filesStep(copies);
    expect(filesState(step, heldBy({ copies }))).toBe(state);
    expect({ text: filesText(step, english), action: step.action?.kind ?? null }).toEqual({ text, action });
  });

  it('needs attention where a command failed', () => {
    const run = { kind: 'ended', startedAt: 0, endedAt: 1, output: '', isCut: false } as const;
    const ended = (code: number) => copy({ lastRun: { ...run, outcome: { kind: 'exited', code } } });
    expect(filesStep([ended(0)]).failedRun).toBeNull();
    const copies = [copy(), ended(1)];
    const step = filesStep(copies);
    expect(step.failedRun).toMatchObject({ kind: 'ended' });
    expect(filesState(step, heldBy({ copies }))).toBe('attention');
  });

  it('updates only the folders that need no question', () => {
    const step = filesStep([
      copy({ id: 'x', ...outdated }),
      copy({ id: 'y' }),
      copy({ id: 'z', ...outdated, state: 'changed' }),
    ]);
    expect(step.action).toMatchObject({ kind: 'update', copies: [{ id: 'x' }] });
  });
});

describe('the step of the servers', () => {
  const stepOf = (endpoints: readonly EndpointView[], copies: readonly CopyBundleView[] = [], days = 60) =>
    serversStep(endpoints, filesStep(copies), row({}, days), now);

  it.each<[string, EndpointView, string, string | null]>([
    ['serves the current certificate', server({}), 'done', null],
    ['serves the previous one', server(previous), 'problem', 'check'],
    ['serves one of another order', server({ relation: 'other' }), 'problem', 'check'],
    [
      'serves an expired one',
      server({ relation: 'former', served: servedLeaf({ notAfter: now - 1 }) }),
      'problem',
      'check',
    ],
    [
      'serves an incomplete chain',
      server({ served: servedLeaf({ findings: [{ kind: 'chainIncomplete', missingIssuer: 'X' }] }) }),
      'attention',
      'check',
    ],
    ['refuses the connection', server({ served: null, error: { kind: 'refused' } }), 'attention', 'check'],
    ['was never checked', endpoint({ addresses: [], probedAt: null }), 'unknown', 'check'],
  ])('where the server %s', (_, only, state, action) => {
    const step = stepOf([only]);
    expect(step.action).toBe(action);
    expect(serversState(step, heldBy({ endpoints: [only] }))).toBe(state);
  });

  it('is a problem where the served chain expires soon, before the certificate', () => {
    const short = server({
      served: servedLeaf({ chainEnd: { at: now + 3 * DAY_MS, name: 'Issuing CA 1' } }),
    });
    expect(serversState(stepOf([short]), heldBy({ endpoints: [short] }))).toBe('problem');
  });

  it('waits while the new certificate needs a review: the previous one is no fault then', () => {
    const order = row({ findings: [{ kind: 'namesLost', names: ['x'] }] });
    const endpoints = [server(previous)];
    expect(serversState(stepOf(endpoints), heldBy({ endpoints }, order))).toBe('waiting');
    const copies = [copy(outdated)];
    expect(filesState(filesStep(copies), heldBy({ copies }, order))).toBe('waiting');
  });

  it('says of a server with an expired certificate what is said of the order that expired with it', () => {
    const endpoints = [server({ served: servedLeaf({ notAfter: now - DAY_MS }) })];
    expect(serversState(stepOf(endpoints, [], -1), heldBy({ endpoints }, row({}, -1)))).toBe('problem');
  });

  it('is empty without servers, and offers to add one', () => {
    expect(stepOf([])).toEqual({ status: null, checkedAt: null, action: 'add' });
    expect(serversState(stepOf([]), [])).toBe('empty');
  });

  it('recommends a reload once the files are up to date, unless the order itself has expired', () => {
    expect(stepOf([server(previous)], [copy()]).action).toBe('reload');
    expect(stepOf([server(previous)], [copy(outdated)]).action).toBe('check');
    expect(stepOf([server(previous)], [copy()], -1).action).toBe('check');
  });
});
