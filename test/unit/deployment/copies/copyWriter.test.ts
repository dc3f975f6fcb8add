import { describe, expect, it } from 'vitest';
import type { RestoreOutcome } from '#main/deployment/export/restoreBundle.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { err, ok } from '#shared/result.ts';
import { contentOf, leafFacts, newerLeaf, writtenBundle } from './copyFixtures.ts';
import { copyServiceSetUp, proven, settle } from './copyServiceSetUp.ts';

const failedProof: ExportProof = { kind: 'notProven', reason: 'chain', code: '' };
const unknownRoot: ExportProof = { kind: 'notProven', reason: 'noRoot', code: '' };
const cancelled: ExportProof = { kind: 'notTried', reason: 'cancelled' };
const nameless: ExportProof = { kind: 'notProven', reason: 'noName', code: '' };
const newer = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 9_000 });

/** A copy with a command and the newer leaf, which replaced a copy with the previous leaf. */
function setUp() {
  const all = copyServiceSetUp();
  const { registry, state, write } = all;
  write(writtenBundle(['key.pem']));
  registry.setCommand(['copy-1'], ['/bin/reload']);
  write(writtenBundle(['key.pem'], { leaf: newer, previous: '.f', presetId: 'nginx' }));
  registry.setAutoRefresh(['copy-1'], true);
  state.present = newerLeaf;
  const [file] = writtenBundle(['key.pem']).files;
  const back = (change: Partial<Extract<RestoreOutcome, { kind: 'written' }>> = {}): RestoreOutcome => ({
    kind: 'written',
    previous: '.g',
    files: file === undefined ? [] : [file],
    ...change,
  });
  state.outcome = back();
  return { ...all, back };
}

/** Exports over the files of the copy, and ends with this proof. */
function exportAgain({ write, writer }: ReturnType<typeof setUp>, proof: ExportProof): void {
  const bundle = writtenBundle(['key.pem'], { leaf: newer, previous: '.h' });
  writer.exported([{ copyId: write(bundle), bundle, proof }]);
}

describe('a refresh', () => {
  it('runs the command of each written copy, and reports its result', async () => {
    const { service, runs, verifier, writer } = setUp();
    const refresh = writer.refresh(['copy-1'], 'ours', null);
    await settle();
    await settle();
    // The window knows that the files are new while the command is run.
    expect(verifier.of('copy-1')).not.toBe(null);
    expect(service.list()).toMatchObject([{ lastRun: { kind: 'running' } }]);
    await runs[0]?.end({ outcome: { kind: 'exited', code: 2 } });
    expect(await refresh).toMatchObject(
      ok([{ kind: 'written', run: { kind: 'ended', outcome: { code: 2 } } }]),
    );
    expect(service.list()).toMatchObject([{ lastRun: { kind: 'ended', output: 'reloaded\n' } }]);
  });

  it('runs nothing if the files failed verification or were not written', async () => {
    const { runs, state, fs, writer } = setUp();
    state.proof = failedProof;
    expect(await writer.refresh(['copy-1'], 'ours', null)).toMatchObject(ok([{ run: { kind: 'skipped' } }]));
    fs.write('/t/a/key.pem', 'mine');
    expect(await writer.refresh(['copy-1'], 'ours', null)).toMatchObject(ok([{ reason: 'changed' }]));
    expect(runs).toEqual([]);
  });
});

describe('an export to the last destination', () => {
  /** Two copies of the order `a`, the later one in `/u/a`, and none of the order `b`. */
  function twice() {
    const all = copyServiceSetUp();
    all.write(writtenBundle(['old.pem'], { leaf: newer, target: '/u' }));
    all.advanceSync(1000);
    all.write(writtenBundle(['key.pem', 'chain.pem']));
    return all;
  }

  it('updates the newest copy of each order, and says what can be undone', async () => {
    const { writer, registry } = twice();
    expect(await writer.exportAgain(['b', 'a', 'a'])).toEqual(
      ok([
        { orderId: 'b', copyId: null, kind: 'noDestination' },
        {
          orderId: 'a',
          kind: 'written',
          copyId: 'copy-2',
          files: ['a/key.pem', 'a/chain.pem'],
          canUndo: true,
          proof: proven,
          run: null,
        },
      ]),
    );
    expect(registry.find('copy-1')).toMatchObject({ fingerprint256: 'newer', previous: null });
  });

  it('writes nothing where the files have the content already, and says since when', async () => {
    const { writer, state, registry, fs } = twice();
    const written = registry.find('copy-2');
    state.content = written?.files ?? [];
    expect(await writer.exportAgain(['a'])).toEqual(
      ok([{ orderId: 'a', kind: 'current', copyId: 'copy-2', writtenAt: written?.writtenAt }]),
    );
    fs.files.delete('/t/a/key.pem');
    expect(await writer.exportAgain(['a'])).toMatchObject(ok([{ kind: 'written' }]));
  });

  it('writes nothing where the user would be asked, says what, and reports failures', async () => {
    const { writer, state, fs } = twice();
    for (const reason of ['changed', 'olderLeaf', 'targetAsks'] as const) {
      state.refuses = { kind: 'refused', reason };
      expect(await writer.exportAgain(['a'])).toEqual(
        ok([{ orderId: 'a', kind: 'refused', copyId: 'copy-2', reason }]),
      );
    }
    state.refuses = { kind: 'needsReview', fingerprint256: 'newer', findings: [] };
    expect(await writer.exportAgain(['a'])).toMatchObject(ok([{ kind: 'needsReview' }]));
    state.refuses = { kind: 'failed', error: { kind: 'offline' } };
    expect(await writer.exportAgain(['a'])).toMatchObject(
      ok([{ kind: 'failed', error: { kind: 'offline' } }]),
    );
    state.refuses = null;
    fs.write('/t/a/key.pem', 'mine');
    expect(await writer.exportAgain(['a'])).toMatchObject(ok([{ kind: 'refused' }]));
  });

  it('leaves PKCS#12 files, which need a passphrase, to the export dialog', async () => {
    const { write, writer } = copyServiceSetUp();
    write(writtenBundle(['a.p12'], {}, { format: 'pkcs12' }));
    expect(await writer.exportAgain(['a'])).toEqual(
      ok([{ orderId: 'a', kind: 'needsPassphrase', copyId: 'copy-1' }]),
    );
  });
});

describe('an export over the same files', () => {
  it.each([
    [proven, 1],
    [unknownRoot, 1],
    [cancelled, 1],
    [failedProof, 0],
    [nameless, 0],
  ])('runs the command unless the proof failed: %j', async (proof, expected) => {
    const all = setUp();
    exportAgain(all, proof);
    await settle();
    expect(all.runs).toHaveLength(expected);
    expect(all.commands.lastRun('copy-1')?.kind).toBe(expected === 1 ? 'running' : 'skipped');
  });
});

it('a written copy runs no command before its export has ended', async () => {
  const { write, runs } = setUp();
  write(writtenBundle(['key.pem'], { leaf: newer, previous: '.h' }));
  await settle();
  expect(runs).toHaveLength(0);
});

describe('a restore', () => {
  it('requests the current files, and registers the restored ones', async () => {
    const { service, state, runs, registry, writer } = setUp();
    const done = writer.restore('copy-1', 'ours');
    await settle();
    await settle();
    await runs[0]?.end();
    expect(await done).toMatchObject(ok({ kind: 'written', run: { kind: 'ended' } }));
    expect(state.restores).toMatchObject([
      { target: '/t', folder: 'a', names: ['key.pem'], previous: '.f', agreed: [] },
    ]);
    // It is older than what the order has, and must not be rewritten at once.
    expect(service.list()).toMatchObject([
      {
        state: 'stale',
        outdated: true,
        autoRefresh: false,
        presetId: 'pem',
        notAfter: 2000,
        previous: { leaf: { notAfter: 9_000 } },
        command: ['/bin/reload'],
      },
    ]);
    expect(registry.find('copy-1')?.previous).toMatchObject({
      directory: '.g',
      record: { fingerprint256: 'newer', presetId: 'nginx', files: [{ name: 'key.pem' }] },
    });
  });

  it('can be undone', async () => {
    const { runs, registry, writer } = setUp();
    const before = registry.find('copy-1');
    for (const index of [0, 1]) {
      const done = writer.restore('copy-1', 'ours');
      await settle();
      await settle();
      await runs[index]?.end();
      await done;
    }
    expect(registry.find('copy-1')).toEqual({
      ...before,
      autoRefresh: false,
      failedRun: null,
      previous: { ...before?.previous, directory: '.g' },
    });
  });

  it('is refused if it would replace changed files, and if the target has new warnings', async () => {
    const { state, fs, runs, registry, writer } = setUp();
    const before = registry.find('copy-1');
    fs.write('/t/a/key.pem', 'mine');
    expect(await writer.restore('copy-1', 'ours')).toEqual(ok({ kind: 'refused', reason: 'changed' }));
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    state.outcome = { kind: 'refused', reason: 'targetAsks' };
    expect(await writer.restore('copy-1', 'ours')).toEqual(ok({ kind: 'refused', reason: 'targetAsks' }));
    expect(runs).toEqual([]);
    expect(registry.find('copy-1')).toBe(before);
  });

  it('fails with the error of the exporter, and without previous files', async () => {
    const { state, registry, writer } = setUp();
    state.outcome = { kind: 'failed', error: { kind: 'cancelled' } };
    expect(await writer.restore('copy-1', 'ours')).toEqual(err({ kind: 'cancelled' }));
    state.whole = err({ kind: 'busy' });
    expect(await writer.restore('copy-1', 'ours')).toEqual(err({ kind: 'busy' }));
    registry.dropPrevious('copy-1');
    for (const id of ['copy-1', 'nobody'])
      expect(await writer.restore(id, 'ours')).toEqual(err({ kind: 'unknownId' }));
  });

  it('has no record of changed files that the user agreed to replace', async () => {
    const { fs, registry, writer } = setUp();
    registry.setCommand(['copy-1'], null);
    fs.write('/t/a/key.pem', 'mine');
    expect(await writer.restore('copy-1', 'anything')).toEqual(ok({ kind: 'written', run: null }));
    expect(registry.find('copy-1')).toMatchObject({
      fingerprint256: 'former',
      previous: { directory: '.g', record: null },
    });
  });

  it.each([
    ['another content', [{ name: 'key.pem', sha256: 'other', size: 4, mode: 0o600 }]],
    ['another name', [{ name: 'other.pem', sha256: 'other', size: 4, mode: 0o600 }]],
    ['no files', []],
  ])('does not treat files as its own if its record differs: %s', async (_name, files) => {
    const { state, fs, back, registry, writer } = setUp();
    registry.setCommand(['copy-1'], null);
    state.outcome = back({ files });
    const restore = writer.restore('copy-1', 'ours');
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    await restore;
    // Its own files are the backup and can be restored.
    expect(registry.find('copy-1')).toMatchObject({
      fingerprint256: 'newer',
      autoRefresh: false,
      previous: { directory: '.g', record: { fingerprint256: 'newer' } },
    });
  });

  it('leaves no backup if the replaced files could not be kept', async () => {
    const { state, back, registry, writer } = setUp();
    registry.setCommand(['copy-1'], null);
    state.outcome = back({ previous: null });
    await writer.restore('copy-1', 'ours');
    expect(registry.find('copy-1')?.previous).toBe(null);
  });
});

describe('the command run by the user', () => {
  it('is run at once, and one run at a time', async () => {
    const { runs, registry, writer } = setUp();
    expect(writer.runCommand('copy-1')).toEqual(ok(null));
    expect(writer.runCommand('copy-1')).toEqual(err({ kind: 'busy' }));
    await settle();
    await runs[0]?.end();
    expect(writer.runCommand('copy-1')).toEqual(ok(null));
    registry.setCommand(['copy-1'], null);
    for (const id of ['copy-1', 'nobody']) expect(writer.runCommand(id)).toEqual(err({ kind: 'unknownId' }));
  });
});
