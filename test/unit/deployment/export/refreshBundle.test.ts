import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { PlannedContent } from '#main/deployment/export/exportPorts.ts';
import type { RefreshRequest } from '#main/deployment/export/refreshBundle.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import type { WriteResult } from '#shared/domain/writeResult.ts';
import { err } from '#shared/result.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { expectKeysGone, reviewed, setUp } from './exportServiceSetUp.ts';
import { denied, orderRow, proven, requestFor } from './exportValues.ts';

const files: readonly PresetFile[] = [
  { name: 'a.key', format: 'pem', parts: ['key'], mode: '600', lineEnds: 'lf' },
  { name: 'a.crt', format: 'pem', parts: ['leaf', 'chain'], mode: '644', lineEnds: 'lf' },
];

function requestTo(name: string, change: Partial<RefreshRequest> = {}): RefreshRequest {
  return {
    orderId: name,
    presetId: 'nginx',
    target: '/target',
    folder: 'place',
    files,
    agreed: [],
    chainComplete: true,
    leaf: { fingerprint256: 'leaf before', notBefore: 0, notAfter: 1000 },
    isUnattended: true,
    reviewed: null,
    writtenAt: 7,
    isCurrent: async () => false,
    mayReplace: async () => true,
    ...change,
  };
}

function rows(...names: readonly string[]) {
  return names.map((name) => orderRow(name));
}

type SetUp = ReturnType<typeof setUp>;

async function refreshed(
  harness: SetUp,
  ...requests: readonly RefreshRequest[]
): Promise<readonly WriteResult[]> {
  const outcomes = await harness.service.refresh(requests);
  if (!outcomes.ok) throw new Error(outcomes.error.kind);
  expectKeysGone(harness);
  return outcomes.value;
}

async function refusal(change: Partial<RefreshRequest>, prepare: (harness: SetUp) => void = () => undefined) {
  const harness = setUp(rows('a'));
  prepare(harness);
  const [outcome] = await refreshed(harness, requestTo('a', change));
  expect(harness.destination.contents.size).toBe(0);
  expect(harness.written).toEqual([]);
  return outcome;
}

function warned(harness: SetUp): void {
  harness.destination.warnings = [{ kind: 'writableByOthers' }];
}

describe('a refresh', () => {
  it('is skipped while the new certificate has findings to review', async () => {
    const findings = [{ kind: 'namesLost', names: ['www.a'] }] as const;
    const review = (harness: SetUp) =>
      harness.reviews({ findings, isValidNow: true, isChainAccepted: false });
    const outcome = await refusal({}, review);
    expect(outcome).toMatchObject({ kind: 'needsReview', findings });
    expect(await refusal({ isUnattended: false }, review)).toMatchObject({ kind: 'needsReview' });
    if (outcome?.kind !== 'needsReview') throw new Error('it was written');
    const harness = setUp(rows('a'));
    review(harness);
    const seen = { isUnattended: false, reviewed: outcome.fingerprint256 };
    expect(await refreshed(harness, requestTo('a', seen))).toMatchObject([{ kind: 'written' }]);
  });

  it('writes no certificate unattended that is not currently valid', async () => {
    const invalid = (harness: SetUp) =>
      harness.reviews({ findings: [], isValidNow: false, isChainAccepted: false });
    expect(await refusal({}, invalid)).toMatchObject({ kind: 'needsReview', findings: [] });
    const harness = setUp(rows('a'));
    invalid(harness);
    expect(await refreshed(harness, requestTo('a', { isUnattended: false }))).toMatchObject([
      { kind: 'written' },
    ]);
  });

  it('writes the same files into the same folder, with the current certificate of the order', async () => {
    const harness = setUp(rows('a'));
    const [outcome] = await refreshed(harness, requestTo('a'));
    expect(harness.targets).toEqual(['folder /target']);
    expect(harness.destination.bundles).toMatchObject([{ orderId: 'a', folder: 'place' }]);
    expect(harness.destination.contents.get('a')).toEqual([
      'a.key key of a secret',
      'a.crt leaf of a and chain',
    ]);
    expect(harness.destination.options?.conflicts).toBe('replace');
    expect(outcome).toMatchObject({
      kind: 'written',
      run: null,
    });
    expect(harness.written).toMatchObject([
      { orderId: 'a', presetId: 'nginx', target: '/target', folder: 'place', leaf: { notAfter: 1000 } },
    ]);
    expect(harness.written[0]?.files).toMatchObject([
      { name: 'a.key', mode: 0o600, hasKey: true, size: 'key of a'.length },
      { name: 'a.crt', mode: 0o644, hasKey: false },
    ]);
    expect(harness.service.view()).toBeNull();
  });

  it('writes a certificate with a shorter life, which begins later', async () => {
    const harness = setUp(rows('a'));
    const leaf = { fingerprint256: 'leaf before', notBefore: -1, notAfter: 5000 };
    expect(await refreshed(harness, requestTo('a', { leaf }))).toMatchObject([{ kind: 'written' }]);
  });

  it('is refused where an export would ask the user', async () => {
    expect(await refusal({}, warned)).toMatchObject({
      error: { reason: 'writableByOthers', name: 'target' },
    });
    const synced = (harness: SetUp) => {
      harness.destination.warnings = [{ kind: 'cloudSynced', service: 'Dropbox' }];
    };
    expect(await refusal({}, synced)).toEqual({ kind: 'refused', reason: 'targetAsks' });
    expect(await refusal({ target: '/other' })).toMatchObject({
      error: { reason: 'symlink', name: 'other' },
    });
    expect(await refusal({ mayReplace: async () => false })).toEqual({ kind: 'refused', reason: 'changed' });
    const newer = { fingerprint256: 'leaf before', notBefore: 1, notAfter: 500 };
    expect(await refusal({ leaf: newer })).toEqual({ kind: 'refused', reason: 'olderLeaf' });
    const chainless = await refusal({}, ({ answers }) =>
      answers.set('a', async () => ({
        ok: true,
        value: { ...noParts, certificate: 'chainless', key: 'key' },
      })),
    );
    expect(chainless).toMatchObject({
      kind: 'needsReview',
      findings: [{ kind: 'trustLost', missingIssuer: 'Intermediate' }],
    });
  });

  it('is skipped if its folder has a new warning, unless the user agreed to it', async () => {
    const inGit = ({ guardWarnings }: SetUp) =>
      guardWarnings.push({ kind: 'gitWorktree', worktree: '/', ignoreLines: '', isAsked: true });
    expect(await refusal({}, inGit)).toEqual({ kind: 'refused', reason: 'targetAsks' });
    const harness = setUp(rows('a'));
    inGit(harness);
    await refreshed(harness, requestTo('a', { agreed: ['gitWorktree'] }));
    expect(harness.guarded).toEqual([
      { directory: '/target', secrets: ['place/a.key'], keepsPrevious: true },
    ]);
    expect(harness.written.map(({ agreed }) => agreed)).toEqual([['gitWorktree']]);
  });

  it('is verified by reading the files again', async () => {
    const harness = setUp(rows('a'));
    harness.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['place/a.key', 'place/a.crt'],
    });
    const texts: string[] = [];
    harness.prove(async ({ files }) => {
      expect(harness.written).toHaveLength(1);
      texts.push(...files.map(({ content }) => Buffer.from(content).toString()));
      return proven;
    });
    expect(await refreshed(harness, requestTo('a'))).toMatchObject([{ kind: 'written', proof: proven }]);
    expect(texts).toEqual(['written place/a.key', 'written place/a.crt']);
  });

  it('is kept if verification fails; the delivered key is kept if no server accepts it', async () => {
    const harness = setUp([orderRow('a', { source: pushSource() })]);
    const proof = { kind: 'notProven', reason: 'refused', code: '' } as const;
    harness.prove(async () => proof);
    expect(await refreshed(harness, requestTo('a'))).toMatchObject([{ kind: 'written', proof }]);
    expect(harness.written).toHaveLength(1);
    expect(harness.keysExported).toEqual([]);
  });

  it('reports what failed', async () => {
    expect(await refusal({ orderId: 'nobody' })).toEqual({ kind: 'failed', error: { kind: 'unknownId' } });
    const offline = err({ kind: 'offline' as const });
    expect(await refusal({}, ({ answers }) => answers.set('a', async () => offline))).toEqual({
      kind: 'failed',
      error: { kind: 'offline' },
    });
    const refused = (harness: SetUp) => harness.destination.refusals.set('a', denied);
    expect(await refusal({}, refused)).toEqual({ kind: 'failed', error: denied });
    const unusable = (harness: SetUp) => {
      harness.destination.reviewed = err(denied);
    };
    expect(await refusal({}, unusable)).toEqual({ kind: 'failed', error: denied });
    const harness = setUp(rows('a'));
    harness.destination.outcome = () => ({ kind: 'failed', error: denied });
    expect(await refreshed(harness, requestTo('a'))).toEqual([{ kind: 'failed', error: denied }]);
    expect(harness.written).toEqual([]);
  });

  it('writes nothing if the files on the disk are those that it would write', async () => {
    const contents: (readonly PlannedContent[])[] = [];
    const isCurrent: RefreshRequest['isCurrent'] = async (planned) => {
      contents.push(planned);
      return true;
    };
    expect(await refusal({ isCurrent })).toEqual({ kind: 'current', writtenAt: 7 });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(contents).toEqual([
      [
        { name: 'a.key', mode: 0o600, sha256: sha256('key of a'), size: 8 },
        { name: 'a.crt', mode: 0o644, sha256: sha256('leaf of a and chain'), size: 19 },
      ],
    ]);
  });

  it('asks whether files may be replaced after recording their versions, and before writing anything', async () => {
    const harness = setUp(rows('a'));
    const seen: number[] = [];
    const mayReplace = async () => {
      seen.push(harness.destination.bundles.length, harness.destination.contents.size);
      return true;
    };
    await refreshed(harness, requestTo('a', { mayReplace }));
    expect(seen).toEqual([1, 0]);
  });

  it('releases a delivered key only after all copies have it', async () => {
    const harness = setUp([orderRow('a', { source: pushSource() })]);
    harness.destination.beforeWrite = async () => expect(harness.keysExported).toEqual([]);
    await refreshed(harness, requestTo('a'), requestTo('a', { folder: 'second' }));
    expect(harness.keysExported).toEqual(['a, , leaf of a', 'a, , leaf of a']);
  });

  it('is written together with others, of which none loses another', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const harness = setUp(rows(...names, 'e'));
    const { destination } = harness;
    const writes: string[][] = [];
    destination.beforeWrite = async (bundles) => void writes.push(bundles.map(({ orderId }) => orderId));
    destination.outcome = (id) =>
      id === 'c' ? { kind: 'failed', error: denied } : { kind: 'written', previous: null, files: [id] };
    const requests = names.map((name) => requestTo(name));
    const outcomes = await refreshed(harness, ...requests, requestTo('e', { mayReplace: async () => false }));
    expect(writes).toEqual([names]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['written', 'written', 'failed', 'written', 'refused']);
    expect(harness.written.map(({ orderId }) => orderId)).toEqual(['a', 'b', 'd']);
    expect(harness.targets).toEqual(['folder /target']);
  });

  it('waits for others only a moment', async () => {
    const harness = setUp(rows('a', 'b'));
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    harness.answers.set('b', async () => {
      await answered;
      return err({ kind: 'offline' });
    });
    const under = refreshed(harness, requestTo('a'), requestTo('b'));
    await vi.waitFor(() => expect(harness.timers.size).toBe(1));
    expect(harness.written).toEqual([]);
    harness.fire(100);
    await vi.waitFor(() => expect(harness.written).toHaveLength(1));
    resolve();
    expect(await under).toMatchObject([{ kind: 'written' }, { kind: 'failed', error: { kind: 'offline' } }]);
    expect(harness.timers.size).toBe(0);
  });

  it('never shares a destination with another bundle of its order', async () => {
    const harness = setUp(rows('a', 'b'));
    const second = requestTo('a', { folder: 'second' });
    expect(await refreshed(harness, requestTo('a'), second, requestTo('b'))).toMatchObject([
      { kind: 'written' },
      { kind: 'written' },
      { kind: 'written' },
    ]);
    expect(harness.targets).toEqual(['folder /target', 'folder /target']);
  });

  it('fetches from a service for at most eight orders at a time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `o${index}`);
    const harness = setUp(rows(...names));
    await refreshed(harness, ...names.map((name) => requestTo(name)));
    expect(harness.mostInFlight()).toBe(8);
  });

  it('is refused while another export is running', async () => {
    const harness = setUp(rows('a'));
    await reviewed(harness, ['a']);
    expect(await harness.service.refresh([requestTo('a')])).toEqual({ ok: false, error: { kind: 'busy' } });
    harness.service.dismiss('job-1');
    const under = harness.service.refresh([requestTo('a')]);
    expect(harness.service.isBusy()).toBe(true);
    expect(await harness.service.start(requestFor(['a']))).toEqual({ ok: false, error: { kind: 'busy' } });
    expect(await harness.service.refresh([requestTo('a')])).toEqual({ ok: false, error: { kind: 'busy' } });
    expect(await under).toMatchObject({ ok: true });
    expect(harness.service.isBusy()).toBe(false);
  });

  it('ends with the app', async () => {
    const harness = setUp(rows('a', 'b'));
    const under = harness.service.refresh([requestTo('a'), requestTo('b')]);
    harness.service.dispose();
    await harness.service.settled();
    expect(await under).toMatchObject({
      value: [{ error: { kind: 'cancelled' } }, { error: { kind: 'cancelled' } }],
    });
    expect(harness.written).toEqual([]);
    expect(await harness.service.refresh([requestTo('a')])).toEqual({ ok: false, error: { kind: 'busy' } });
  });
});

const noParts = { certificateServer: null, certificateChain: null, notAfter: null, name: null };

describe('the bundles that an export registers', () => {
  it('are those in folders, not in ZIP files', async () => {
    for (const container of ['folder', 'zip'] as const) {
      const harness = setUp(rows('a'));
      const id = await reviewed(harness, ['a'], { container });
      await harness.service.confirm(id, 'replace');
      await harness.service.settled();
      expect(harness.written).toHaveLength(container === 'folder' ? 1 : 0);
    }
  });

  it('do not include what was not written', async () => {
    const harness = setUp(rows('a', 'b'));
    warned(harness);
    harness.destination.outcome = (id) =>
      id === 'a' ? { kind: 'kept' } : { kind: 'written', previous: null, files: ['b/f'] };
    const id = await reviewed(harness, ['a', 'b']);
    await harness.service.confirm(id, 'keep');
    await harness.service.settled();
    expect(harness.written.map(({ orderId, agreed }) => `${orderId} ${agreed}`)).toEqual([
      'b writableByOthers',
    ]);
  });
});
