import { expect, it } from 'vitest';
import { restoreIntent } from '#main/deployment/copies/copyRecord.ts';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { LeftIntents } from '#main/deployment/copies/leftIntents.ts';
import type { WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { contentOf, FakeCopyRepository, leafFacts, MemoryFs, writtenBundle } from './copyFixtures.ts';

const names = ['key.pem', 'cert.pem'];
const full = { kind: 'storage', reason: 'full', detail: '' } as const;
const reload = ['/bin/reload'];
const leaf = leafFacts({ fingerprint256: 'new', notBefore: 1500, notAfter: 9000 });

/** What an update is about to write over files with the content `old`. */
const intended = writtenBundle(names, { leaf });

/** A registry with files in `/t/a`, whose process is killed and started again. */
function scene() {
  const repository = new FakeCopyRepository();
  const { logger } = createRecordingLogger();
  const fs = new MemoryFs();
  const state = { interrupted: new Set<string>(), repaired: [] as string[] };
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const start = () => {
    const registry = new CopyRegistry({ repository, clock: createFakeTime(9).clock, newId, logger });
    const left = new LeftIntents({
      registry,
      fs,
      repairs: {
        repair: async (place) => void state.repaired.push(place),
        isInterrupted: (place) => state.interrupted.has(place),
        keptIn: async () => '.before',
      },
      writeQueue: new SerialQueue(),
      register: (written) => registry.add(written, { leavesDue: true }),
    });
    return { registry, settle: () => left.settle() };
  };
  const write = (text: (name: string) => string) => {
    for (const name of names) fs.write(`/t/a/${name}`, text(name));
  };
  const old = (name: string) => `old ${name}`;
  const before: WrittenBundle = {
    ...writtenBundle(names),
    files: writtenBundle(names).files.map((file) => ({ ...file, sha256: 'old', size: 1 })),
    wishes: { autoRefresh: true, command: reload },
  };
  const [copyId = ''] = start().registry.add([before]).copyIds;
  write(old);
  /** Records the intent, and ends the process. */
  const killed = (bundle = intended) => {
    const { registry } = start();
    registry.setFailedRun(copyId, null);
    registry.intend([bundle]);
  };
  return { repository, fs, state, start, write, old, killed, copyId };
}

it('files that hold what a killed write intended are registered, with the files before and the command due', async () => {
  const { repository, start, write, killed, copyId, state } = scene();
  killed();
  write(contentOf);
  const { registry, settle } = start();
  expect(registry.leftIntents()).toHaveLength(1);
  await settle();
  expect(state.repaired).toEqual(['/t', '/t/a']);
  expect(registry.list()).toMatchObject([
    {
      ...{ id: copyId, fingerprint256: 'new', autoRefresh: true, command: reload },
      previous: { directory: '.before', record: { fingerprint256: 'former' } },
    },
  ]);
  expect(registry.leftDue().map(({ id }) => id)).toEqual([copyId]);
  expect([registry.leftIntents(), [...repository.intended]]).toEqual([[], []]);
  expect(start().registry.list()).toEqual(registry.list());
});

it.each([
  ['the files before', (name: string) => `old ${name}`],
  ['files of another program', (name: string) => `theirs ${name}`],
  ['one file of another program', (name: string) => (name === 'key.pem' ? 'theirs' : contentOf(name))],
])('%s end the intent, and are not registered', async (_, content) => {
  const { repository, start, write, killed } = scene();
  killed();
  write(content);
  const { registry, settle } = start();
  const known = registry.list();
  await settle();
  expect(registry.list()).toEqual(known);
  expect([...repository.intended]).toEqual([]);
});

it('an intent waits for a folder that is missing, unreadable or not repaired', async () => {
  const { fs, start, write, killed, state } = scene();
  killed();
  for (const name of names) fs.remove(`/t/a/${name}`);
  const { registry, settle } = start();
  await settle();
  expect(registry.leftIntents()).toHaveLength(1);
  write(contentOf);
  const file = fs.find('/t/a/key.pem');
  Object.assign(file ?? {}, { refusal: 'read' });
  await settle();
  Object.assign(file ?? {}, { refusal: null });
  state.interrupted.add('/t/a');
  await settle();
  expect(registry.leftIntents()).toHaveLength(1);
  state.interrupted.clear();
  await settle();
  expect([registry.leftIntents(), registry.list()]).toMatchObject([[], [{ fingerprint256: 'new' }]]);
});

it('a running write is left alone, and a record that could not be stored is stored later', async () => {
  const { repository, start, write } = scene();
  const { registry, settle } = start();
  const intents = registry.intend([intended]);
  if (!intents.ok) throw new Error('not recorded');
  write(contentOf);
  await settle();
  expect(registry.list()).toMatchObject([{ fingerprint256: 'former' }]);
  repository.failure = full;
  expect(
    registry.add([{ ...intended, previous: '.before' }], { intents: intents.value }).stored,
  ).toMatchObject({
    error: full,
  });
  registry.ended(intents.value);
  await settle();
  expect(start().registry.list()).toMatchObject([{ fingerprint256: 'former' }]);
  repository.failure = null;
  await settle();
  expect(start().registry.list()).toMatchObject([
    { fingerprint256: 'new', previous: { directory: '.before', record: { fingerprint256: 'former' } } },
  ]);
  expect(repository.intended.size).toBe(0);
});

it('what can’t be recorded is not begun', () => {
  const { repository, start } = scene();
  const { registry } = start();
  repository.failure = full;
  expect(registry.intend([intended])).toMatchObject({ ok: false, error: full });
  expect(registry.leftIntents()).toEqual([]);
});

it('a later write to the same files ends the intents of earlier ones', () => {
  const { repository, start, killed } = scene();
  killed();
  const { registry } = start();
  registry.add([intended]);
  expect([registry.leftIntents(), repository.intended.size]).toEqual([[], 0]);
});

it('files that are no longer tracked don’t come back with an intent', async () => {
  const { start, write, killed, copyId } = scene();
  killed();
  const { registry, settle } = start();
  expect(registry.forget([copyId]).ok).toBe(true);
  write(contentOf);
  await settle();
  expect([registry.list(), start().registry.leftIntents()]).toEqual([[], []]);
});

it('a killed restore is a restore: the earlier files are registered, and are not kept up to date', async () => {
  const { start, write, killed, copyId } = scene();
  const { registry } = start();
  registry.add([{ ...writtenBundle(names), wishes: { autoRefresh: true, command: null } }]);
  registry.add([
    { ...intended, files: intended.files.map((file) => ({ ...file, sha256: 'new' })), previous: '.f' },
  ]);
  const bundle = registry.find(copyId);
  const restored = bundle === null ? null : restoreIntent(bundle);
  if (restored === null) throw new Error('nothing to restore');
  killed(restored);
  write(contentOf);
  const after = start();
  await after.settle();
  expect(after.registry.find(copyId)).toMatchObject({ fingerprint256: 'former', autoRefresh: false });
});

it('stored intents that can’t be used are skipped, and stay stored', () => {
  const { repository, start } = scene();
  repository.intended.set('bad', { ...intended, files: [] });
  expect(start().registry.leftIntents()).toEqual([]);
  expect(repository.intended.size).toBe(1);
});
