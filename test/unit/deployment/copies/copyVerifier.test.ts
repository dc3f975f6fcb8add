import { expect, it } from 'vitest';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { contentOf, FakeCopyRepository, leafFacts, MemoryFs, writtenBundle } from './copyFixtures.ts';

/** A verifier with one registered copy, whose files can be written and checked. */
async function setUp() {
  const { clock } = createFakeTime();
  const { logger } = createRecordingLogger();
  const repository = new FakeCopyRepository();
  const registry = new CopyRegistry({ repository, clock, newId: () => 'copy', logger });
  const fs = new MemoryFs();
  const verifier = new CopyVerifier(registry, fs, clock, logger);
  const state = { isWriting: false };
  verifier.doubtWhile(() => state.isWriting);
  const write = (content: string) => fs.write('/t/a/key', content);
  const finding = () => [...(verifier.of('copy')?.files.values() ?? [])][0]?.finding;
  write(contentOf('key'));
  verifier.register([writtenBundle(['key'])]);
  await verifier.verify(['copy']);
  expect(finding()).toBe('asWritten');
  return { registry, verifier, state, write, finding };
}

it('files that an export has written and not registered yet are no change by another program', async () => {
  const { registry, verifier, state, write, finding } = await setUp();
  state.isWriting = true;
  write('new content');
  await verifier.verify(['copy']);
  expect(finding()).toBe('asWritten');
  verifier.register([
    writtenBundle(['key'], { leaf: leafFacts({ fingerprint256: 'newer' }), previous: '.former' }),
  ]);
  expect(registry.find('copy')?.previous?.record?.fingerprint256).toBe('former');
});

it('the same is true for a check that began before the export did', async () => {
  const { verifier, state, write, finding } = await setUp();
  write('new content');
  const check = verifier.verify(['copy']);
  state.isWriting = true;
  await check;
  expect(finding()).toBe('asWritten');
});

it('what another program changed is found by the next check', async () => {
  const { registry, verifier, state, write, finding } = await setUp();
  state.isWriting = true;
  write('of another program');
  await verifier.verify(['copy']);
  state.isWriting = false;
  await verifier.verify(['copy']);
  expect(finding()).toBe('changed');
  verifier.register([writtenBundle(['key'], { previous: '.former' })]);
  expect(registry.find('copy')?.previous?.record).toBeNull();
});
