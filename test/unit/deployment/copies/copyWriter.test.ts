import { describe, expect, it } from 'vitest';
import type { PutBackOutcome } from '#main/deployment/export/putBack.ts';
import type { ExportJobView, ExportProof } from '#shared/domain/export.ts';
import { err, ok } from '#shared/result.ts';
import { contentOf, leafFacts, newerLeaf, writtenBundle } from './copyFixtures.ts';
import { copyServiceSetUp, proven, settle } from './copyServiceSetUp.ts';

const spoiled: ExportProof = { kind: 'notProven', reason: 'chain', code: '' };
const unknownRoot: ExportProof = { kind: 'notProven', reason: 'noRoot', code: '' };
const nameless: ExportProof = { kind: 'notProven', reason: 'noName', code: '' };
const newer = leafFacts({ fingerprint256: 'newer', notBefore: 1500, notAfter: 9_000 });

/** A copy of the newer leaf with its command, that took the place of one of the former leaf. */
function setUp() {
  const all = copyServiceSetUp();
  const { book, state, write } = all;
  write(writtenBundle(['key.pem']));
  book.setCommand('copy-1', ['/bin/reload']);
  write(writtenBundle(['key.pem'], { leaf: newer, former: '.f', presetId: 'nginx' }));
  book.setKeepFresh('copy-1', true);
  all.writer.exportChanged(null);
  state.present = newerLeaf;
  const [file] = writtenBundle(['key.pem']).files;
  const back = (change: Partial<Extract<PutBackOutcome, { kind: 'putBack' }>> = {}): PutBackOutcome => ({
    kind: 'putBack',
    former: '.g',
    files: file === undefined ? [] : [file],
    ...change,
  });
  state.outcome = back();
  return { ...all, back };
}

function jobOf(phase: ExportJobView['phase'], proof: ExportProof | null): ExportJobView {
  return { phase, items: [{ orderId: 'a', proof }] } as unknown as ExportJobView;
}

describe('a refresh', () => {
  it('runs the command of each copy that it wrote, and says what became of it', async () => {
    const { service, runs, looks } = setUp();
    const refresh = service.refresh(['copy-1'], 'ours', null);
    await settle();
    await settle();
    // The window knows that the files are new while the command is run.
    expect(looks.of('copy-1')).not.toBe(null);
    expect(service.list()).toMatchObject([{ lastRun: { kind: 'running' } }]);
    await runs[0]?.end({ outcome: { kind: 'exited', code: 2 } });
    expect(await refresh).toMatchObject(
      ok([{ kind: 'refreshed', run: { kind: 'ended', outcome: { code: 2 } } }]),
    );
    expect(service.list()).toMatchObject([{ lastRun: { kind: 'ended', output: 'reloaded\n' } }]);
  });

  it('runs nothing when the files are no good, nor when they were not written', async () => {
    const { service, runs, state, fs } = setUp();
    state.proof = spoiled;
    expect(await service.refresh(['copy-1'], 'ours', null)).toMatchObject(ok([{ run: { kind: 'skipped' } }]));
    fs.write('/t/a/key.pem', 'mine');
    expect(await service.refresh(['copy-1'], 'ours', null)).toMatchObject(ok([{ reason: 'changed' }]));
    expect(runs).toEqual([]);
  });

  it('runs the command once, also when an export of the same order ends later', async () => {
    const { service, writer, runs } = setUp();
    void service.refresh(['copy-1'], 'ours', null);
    await settle();
    await settle();
    writer.exportChanged(jobOf('done', proven));
    await runs[0]?.end();
    await settle();
    expect(runs).toHaveLength(1);
  });
});

describe('an export of a person over the same files', () => {
  it.each([
    [proven, 1],
    [unknownRoot, 1],
    [null, 1],
    [spoiled, 0],
    [nameless, 0],
  ])('runs the command once its files are proven: %j', async (proof, expected) => {
    const { writer, runs, write, commands } = setUp();
    write(writtenBundle(['key.pem'], { leaf: newer, former: '.h' }));
    writer.exportChanged(jobOf('proving', null));
    await settle();
    expect(runs).toHaveLength(0);
    writer.exportChanged(jobOf('done', proof));
    writer.exportChanged(jobOf('done', proof));
    await settle();
    expect(runs).toHaveLength(expected);
    expect(commands.lastRun('copy-1')?.kind).toBe(expected === 1 ? 'running' : 'skipped');
  });
});

it('the end of another export, such as one from a terminal, runs no command', async () => {
  const { writer, runs, write } = setUp();
  write(writtenBundle(['key.pem'], { leaf: newer, former: '.h' }));
  const other = { phase: 'done', items: [{ orderId: 'b', proof: proven }] } as unknown as ExportJobView;
  writer.exportChanged(other);
  await settle();
  expect(runs).toHaveLength(0);
  writer.exportChanged(jobOf('done', proven));
  await settle();
  expect(runs).toHaveLength(1);
});

describe('putting back', () => {
  it('asks for the files that are there, and knows the former ones as its own again', async () => {
    const { service, state, runs, book } = setUp();
    const done = service.putBack('copy-1', 'ours');
    await settle();
    await settle();
    await runs[0]?.end();
    expect(await done).toMatchObject(ok({ kind: 'putBack', run: { kind: 'ended' } }));
    expect(state.putBacks).toMatchObject([
      { target: '/t', folder: 'a', names: ['key.pem'], switching: 'rename', former: '.f', agreed: [] },
    ]);
    // It is older than what the order has, and must not be rewritten at once.
    expect(service.list()).toMatchObject([
      {
        state: 'stale',
        outdated: true,
        keepFresh: false,
        presetId: 'pem',
        notAfter: 2000,
        former: { leaf: { notAfter: 9_000 } },
        command: ['/bin/reload'],
      },
    ]);
    expect(book.find('copy-1')?.former).toMatchObject({
      directory: '.g',
      record: { fingerprint256: 'newer', presetId: 'nginx', files: [{ name: 'key.pem' }] },
    });
  });

  it('takes them back again', async () => {
    const { service, runs, book } = setUp();
    const before = book.find('copy-1');
    for (const index of [0, 1]) {
      const done = service.putBack('copy-1', 'ours');
      await settle();
      await settle();
      await runs[index]?.end();
      await done;
    }
    expect(book.find('copy-1')).toEqual({
      ...before,
      keepFresh: false,
      former: { ...before?.former, directory: '.g' },
    });
  });

  it('is refused over files of another hand, and by a target that asks', async () => {
    const { service, state, fs, runs, book } = setUp();
    const before = book.find('copy-1');
    fs.write('/t/a/key.pem', 'mine');
    expect(await service.putBack('copy-1', 'ours')).toEqual(ok({ kind: 'refused', reason: 'changed' }));
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    state.outcome = { kind: 'refused', reason: 'targetAsks' };
    expect(await service.putBack('copy-1', 'ours')).toEqual(ok({ kind: 'refused', reason: 'targetAsks' }));
    expect(runs).toEqual([]);
    expect(book.find('copy-1')).toBe(before);
  });

  it('fails as the exporter does, and where nothing is kept', async () => {
    const { service, state, book } = setUp();
    state.outcome = { kind: 'failed', error: { kind: 'cancelled' } };
    expect(await service.putBack('copy-1', 'ours')).toEqual(err({ kind: 'cancelled' }));
    state.whole = err({ kind: 'busy' });
    expect(await service.putBack('copy-1', 'ours')).toEqual(err({ kind: 'busy' }));
    book.dropFormer('copy-1');
    for (const id of ['copy-1', 'nobody'])
      expect(await service.putBack(id, 'ours')).toEqual(err({ kind: 'unknownId' }));
  });

  it('has no record of files that a person let it take the place of', async () => {
    const { service, fs, book } = setUp();
    book.setCommand('copy-1', null);
    fs.write('/t/a/key.pem', 'mine');
    expect(await service.putBack('copy-1', 'anything')).toEqual(ok({ kind: 'putBack', run: null }));
    expect(book.find('copy-1')).toMatchObject({
      fingerprint256: 'former',
      former: { directory: '.g', record: null },
    });
  });

  it.each([
    ['another content', [{ name: 'key.pem', sha256: 'other', size: 4, mode: 0o600 }]],
    ['another name', [{ name: 'other.pem', sha256: 'other', size: 4, mode: 0o600 }]],
    ['no files', []],
  ])('does not take files for its own that its record is not of: %s', async (_name, files) => {
    const { service, state, fs, back, book } = setUp();
    book.setCommand('copy-1', null);
    state.outcome = back({ files });
    const putBack = service.putBack('copy-1', 'ours');
    fs.write('/t/a/key.pem', contentOf('key.pem'));
    await putBack;
    // Its own are kept, and can be put back over the other hand's.
    expect(book.find('copy-1')).toMatchObject({
      fingerprint256: 'newer',
      keepFresh: false,
      former: { directory: '.g', record: { fingerprint256: 'newer' } },
    });
  });

  it('leaves nothing to put back where the files that were there could not be kept', async () => {
    const { service, state, back, book } = setUp();
    book.setCommand('copy-1', null);
    state.outcome = back({ former: null });
    await service.putBack('copy-1', 'ours');
    expect(book.find('copy-1')?.former).toBe(null);
  });
});

describe('the command at the wish of a person', () => {
  it('is run at once, and one run at a time', async () => {
    const { service, runs, book } = setUp();
    expect(service.runCommand('copy-1')).toEqual(ok(null));
    expect(service.runCommand('copy-1')).toEqual(err({ kind: 'busy' }));
    await settle();
    await runs[0]?.end();
    expect(service.runCommand('copy-1')).toEqual(ok(null));
    book.setCommand('copy-1', null);
    for (const id of ['copy-1', 'nobody']) expect(service.runCommand(id)).toEqual(err({ kind: 'unknownId' }));
  });
});
