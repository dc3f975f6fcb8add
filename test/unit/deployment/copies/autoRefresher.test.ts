import { describe, expect, it, onTestFinished } from 'vitest';
import { AutoRefresher, type RefreshableLeaf } from '#main/deployment/copies/autoRefresher.ts';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { mayOverwrite, type Overwrite } from '#main/deployment/copies/knownFiles.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { OrderWrite, WriteResult } from '#shared/domain/writeResult.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import {
  contentOf,
  copyBundle,
  FakeCopyRepository,
  leafFacts,
  type MemoryFile,
  MemoryFs,
  newerLeaf,
  presentLeaf,
  writtenBundle,
} from './copyFixtures.ts';

/** Without an expiry, so that it is valid at any time of a test. */
const renewedLeaf = { ...newerLeaf, notAfter: null };
const fresher = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 3000 });

const proven: ExportProof = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' };
const written: WriteResult<'written'> = {
  kind: 'written',
  files: ['a/key.pem'],
  canUndo: true,
  proof: proven,
  run: null,
};

function setUp() {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `copy-${ids}`;
  };
  const registry = new CopyRegistry({
    repository: new FakeCopyRepository(),
    clock: time.clock,
    newId,
    logger,
  });
  const fs = new MemoryFs();
  const state = {
    present: renewedLeaf as RefreshableLeaf,
    asked: [] as string[],
    reported: [] as string[],
    verified: [] as string[],
    proof: proven,
    run: null as ProgramRun | null,
  };
  const refresh = (): WriteResult => {
    registry.add([writtenBundle(['key.pem'], { leaf: fresher })]);
    return { ...written, proof: state.proof, run: state.run };
  };
  let answer = refresh;
  let whole: Result<null> = ok(null);
  const refresher = new AutoRefresher({
    registry,
    fs,
    order: () => state.present,
    writer: {
      refresh: async (wanted: readonly string[], overwrite: Overwrite) => {
        state.asked.push(`${wanted} ${overwrite}`);
        return whole.ok
          ? ok(wanted.map((copyId): OrderWrite => ({ orderId: 'a', copyId, ...answer() })))
          : whole;
      },
    },
    verify: async (ids) => void state.verified.push(...ids),
    settleLeft: async () => undefined,
    isChanged: () => false,
    ...time,
    logger,
  });
  onTestFinished(() => refresher.dispose());
  refresher.onDidRefresh(({ bundle, to, outcome }) => state.reported.push(`${bundle.id} ${to} ${outcome}`));
  registry.add([writtenBundle(['key.pem'])]);
  fs.write('/t/a/key.pem', contentOf('key.pem'));
  registry.setAutoRefresh(['copy-1'], true);
  return {
    ...time,
    registry,
    fs,
    state,
    refresher,
    lines,
    answers: (next: () => WriteResult) => {
      answer = next;
    },
    isBusy: (busy: boolean) => {
      whole = busy ? err({ kind: 'busy' }) : ok(null);
    },
    settled: () => refresher.settled(),
    check: async () => {
      const end = { is: false };
      refresher.check();
      void refresher.settled().then(() => {
        end.is = true;
      });
      // It waits for time only where files are looked at again.
      for (let turns = 0; !end.is; turns += 1) await time.advance(turns < 50 ? 0 : 1000);
    },
  };
}

describe('automatic updates', () => {
  it('updates a copy once its order has a newer certificate', async () => {
    const { state, check } = setUp();
    state.present = presentLeaf;
    await check();
    expect(state.asked).toEqual([]);
    state.present = renewedLeaf;
    await check();
    await check();
    expect(state.asked).toEqual(['copy-1 untouched']);
    expect(state.reported).toEqual(['copy-1 newer rewritten']);
  });

  it('skips copies without automatic updates', async () => {
    const { registry, state, check } = setUp();
    registry.setAutoRefresh(['copy-1'], false);
    await check();
    expect(state.asked).toEqual([]);
  });

  it('fetches nothing for files changed by another program, and checks that copy', async () => {
    const { fs, state, check } = setUp();
    fs.write('/t/a/key.pem', 'mine');
    await check();
    await check();
    expect(state).toMatchObject({ asked: [], verified: ['copy-1'], reported: ['copy-1 newer changed'] });
  });

  it('says nothing of files that another computer writes at the same moment', async () => {
    const { advance, fs, refresher, settled, state } = setUp();
    fs.write('/t/a/key.pem', 'half of what another computer writes');
    refresher.check();
    await advance(0);
    expect([state.asked, state.reported]).toEqual([[], []]);
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    await advance(1000);
    await settled();
    expect(state).toMatchObject({
      asked: ['copy-1 untouched'],
      verified: [],
      reported: ['copy-1 newer rewritten'],
    });
  });

  it('tries once more when files changed while they were written', async () => {
    const { answers, check, state } = setUp();
    const error = { kind: 'fileSystem', reason: 'changed', code: '', name: 'key.pem' } as const;
    answers(() => ({ kind: 'failed', error }));
    await check();
    expect(state).toMatchObject({
      asked: ['copy-1 untouched', 'copy-1 untouched'],
      reported: ['copy-1 newer failed'],
    });
  });

  it('fetches nothing while there are findings to review, and continues after they are accepted', async () => {
    const { state, check } = setUp();
    const findings = [{ kind: 'namesLost', names: ['www.shop.example'] }] as const;
    state.present = { ...renewedLeaf, findings };
    await check();
    expect(state).toMatchObject({ asked: [], reported: ['copy-1 newer held'] });
    state.present = renewedLeaf;
    await check();
    expect(state.asked).toEqual(['copy-1 untouched']);
  });

  it('writes a certificate once it is valid, without a question and without a report before', async () => {
    const { state, check, settled, advance } = setUp();
    state.present = { ...renewedLeaf, notBefore: createFakeTime().clock.now() + 3 * MINUTE_MS };
    await check();
    await advance(3 * MINUTE_MS - 1);
    await check();
    expect(state).toMatchObject({ asked: [], reported: [] });
    await advance(1);
    await settled();
    expect(state).toMatchObject({ asked: ['copy-1 untouched'], reported: ['copy-1 newer rewritten'] });
  });

  it('waits for a chain that is not valid yet too, and asks about what time does not heal', async () => {
    const { state, check, settled, advance } = setUp();
    const notBefore = createFakeTime().clock.now() + 3 * MINUTE_MS;
    const later = { kind: 'chainCertificateNotYetValid', subject: 'R10', notBefore } as const;
    const lost = { kind: 'namesLost', names: ['www.shop.example'] } as const;
    state.present = { ...renewedLeaf, findings: [later, lost] };
    await check();
    expect(state).toMatchObject({ asked: [], reported: [] });
    await advance(3 * MINUTE_MS);
    await settled();
    expect(state).toMatchObject({ asked: [], reported: ['copy-1 newer held'] });
    state.present = { ...renewedLeaf, findings: [later] };
    await check();
    expect(state.asked).toEqual(['copy-1 untouched']);
  });

  it('writes no certificate that has expired', async () => {
    const { state, check } = setUp();
    state.present = { ...renewedLeaf, notAfter: createFakeTime().clock.now() - 1 };
    await check();
    expect(state).toMatchObject({ asked: [], reported: ['copy-1 newer held'] });
  });

  it('does not change a copy if the fetched certificate has findings to review', async () => {
    const { state, check, answers } = setUp();
    answers(() => ({ kind: 'needsReview', fingerprint256: 'newer', findings: [] }));
    await check();
    expect(state.reported).toEqual(['copy-1 newer held']);
  });

  it('waits a minute while an export is running', async () => {
    const { state, check, isBusy, advance } = setUp();
    isBusy(true);
    await check();
    expect(state.reported).toEqual([]);
    isBusy(false);
    await advance(MINUTE_MS);
    expect(state.reported).toEqual(['copy-1 newer rewritten']);
  });

  it('retries failed updates, but not at every check', async () => {
    const { state, check, answers, advance } = setUp();
    answers(() => ({ kind: 'failed', error: { kind: 'offline' } }));
    await check();
    await check();
    expect(state.asked).toHaveLength(1);
    await advance(10 * MINUTE_MS);
    await check();
    expect(state.asked).toHaveLength(2);
    expect(state.reported).toEqual(['copy-1 newer failed', 'copy-1 newer failed']);
  });

  it.each([
    { kind: 'notProven', reason: 'chain', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    { kind: 'notProven', reason: 'noName', code: '' },
  ] as const)(
    'reports files that failed verification, keeps them, and does not write them again: %j',
    async (proof) => {
      const { state, check } = setUp();
      state.proof = proof;
      await check();
      await check();
      expect(state.asked).toHaveLength(1);
      expect(state.reported).toEqual(['copy-1 newer unproven']);
    },
  );

  it.each([
    [{ kind: 'exited', code: 1 }, 'commandFailed'],
    [{ kind: 'timedOut' }, 'commandFailed'],
    [{ kind: 'exited', code: 0 }, 'rewritten'],
  ] as const)('reports the result of the command: %j', async (outcome, reported) => {
    const { state, check } = setUp();
    state.run = { kind: 'ended', startedAt: 0, endedAt: 1, outcome, output: '', isCut: false };
    await check();
    await check();
    expect(state.asked).toHaveLength(1);
    expect(state.reported).toEqual([`copy-1 newer ${reported}`]);
  });

  it('accepts files of an unknown authority', async () => {
    const { state, check } = setUp();
    state.proof = { kind: 'notProven', reason: 'noRoot', code: '' };
    await check();
    expect(state.reported).toEqual(['copy-1 newer rewritten']);
  });

  it('does not repeat an update while the service still returns the previous certificate', async () => {
    const { state, check, answers } = setUp();
    answers(() => written);
    await check();
    await check();
    expect(state.asked).toHaveLength(1);
    expect(state.reported).toEqual(['copy-1 newer failed']);
  });

  it('reports nothing for updates stopped by quitting', async () => {
    const { state, check, answers } = setUp();
    answers(() => ({ kind: 'failed', error: { kind: 'cancelled' } }));
    await check();
    expect(state.reported).toEqual([]);
  });

  it('logs a bug and continues', async () => {
    const { state, check, answers, lines } = setUp();
    answers(() => {
      throw new TypeError('bug');
    });
    await check();
    expect(lines).toHaveLength(1);
    expect(state.reported).toEqual([]);
  });
});

describe('an update that is asked for', () => {
  it('tells how it ended, and does not wait after a failure', async () => {
    const { refresher, state, answers } = setUp();
    const ended: string[] = [];
    refresher.onDidEnd(({ bundle, result }) => ended.push(`${bundle.id} ${result.kind}`));
    answers(() => ({ kind: 'refused', reason: 'olderLeaf' }));
    await refresher.update(new Set(['a']));
    await refresher.update(new Set(['a']));
    expect(ended).toEqual(['copy-1 refused', 'copy-1 refused']);
    expect(state.asked).toHaveLength(2);
  });

  it('leaves other orders alone, and tells of an export that runs', async () => {
    const { refresher, state, isBusy, advance } = setUp();
    const ended: WriteResult[] = [];
    refresher.onDidEnd(({ result }) => ended.push(result));
    await refresher.update(new Set(['b']));
    expect([state.asked, ended]).toEqual([[], []]);
    isBusy(true);
    await refresher.update(new Set(['a']));
    expect(ended).toEqual([{ kind: 'failed', error: { kind: 'busy' } }]);
    expect(state.reported).toEqual([]);
    isBusy(false);
    await advance(MINUTE_MS);
    await refresher.settled();
    expect(ended).toMatchObject([{ kind: 'failed' }, { kind: 'written' }]);
  });

  it('says from when a certificate is valid that is not yet', async () => {
    const { refresher, state, clock } = setUp();
    state.present = { ...renewedLeaf, notBefore: clock.now() + MINUTE_MS };
    await refresher.update(new Set(['a']));
    expect(state.asked).toEqual([]);
    expect(refresher.validFrom('a')).toBe(clock.now() + MINUTE_MS);
  });
});

describe('which files may be overwritten', () => {
  const states = {
    asWritten: () => undefined,
    wider: (file: MemoryFile) => Object.assign(file, { mode: 0o644 }),
    missing: null,
    changed: (file: MemoryFile) => Object.assign(file, { content: 'mine' }),
    unreadable: (file: MemoryFile) => Object.assign(file, { refusal: 'read' }),
  };

  it.each([
    { state: 'asWritten', ours: true, untouched: true },
    { state: 'wider', ours: true, untouched: true },
    { state: 'missing', ours: true, untouched: false },
    { state: 'changed', ours: false, untouched: false },
    { state: 'unreadable', ours: false, untouched: false },
  ] as const)(
    '$state: written by the app $ours, untouched $untouched',
    async ({ state, ours, untouched }) => {
      const fs = new MemoryFs();
      for (const name of ['key.pem', 'other.pem']) fs.write(`/t/a/${name}`, contentOf(name));
      const change = states[state];
      const file = fs.files.get('/t/a/key.pem');
      if (change === null) fs.files.delete('/t/a/key.pem');
      else if (file !== undefined) change(file);
      const bundle = copyBundle(['key.pem', 'other.pem']);
      expect(await mayOverwrite(fs, bundle, 'ours')).toBe(ours);
      expect(await mayOverwrite(fs, bundle, 'untouched')).toBe(untouched);
      expect(await mayOverwrite(fs, bundle, 'anything')).toBe(true);
    },
  );
});
