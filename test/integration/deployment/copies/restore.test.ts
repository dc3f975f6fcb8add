import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import { checkBundle, nodeReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import type { Overwrite } from '#main/deployment/copies/knownFiles.ts';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import {
  type RestoreRequest,
  removePreviousFiles,
  restoreBundle,
} from '#main/deployment/export/restoreBundle.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { sha256Hex } from '#main/platform/sha256.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { FakeCopyRepository, leafFacts, writtenBundle } from '#test/unit/deployment/copies/copyFixtures.ts';
import { destinationOn, remember } from '#test/unit/deployment/export/hiddenMemory.ts';
import { linkFiles } from '#test/unit/deployment/export/olderLinks.ts';

const digestOf = (file: { name: string; content: Uint8Array; mode: number }) => ({
  name: file.name,
  sha256: sha256Hex(file.content),
  size: file.content.length,
  mode: file.mode,
  hasKey: true,
});

/** The registry on a real folder, with the real code that writes there. */
function setUp() {
  const target = realpathSync(mkdtempSync(join(tmpdir(), 'put-back-')));
  onTestFinished(() => rmSync(target, { recursive: true }));
  const folder = join(target, 'shop');
  const { clock } = createFakeTime();
  const { logger } = createRecordingLogger();
  const registry = new CopyRegistry({
    repository: new FakeCopyRepository(),
    clock,
    newId: () => 'copy',
    logger,
  });
  const folderDestination = (path: string) => destinationOn(path);
  const ports = { folderDestination, writeQueue: new SerialQueue() };
  const exports = {
    refresh: () => expect.fail('nothing is updated'),
    restore: async (request: RestoreRequest) => ok(await restoreBundle(request, ports)),
  };
  const fs = nodeReadOnlyFs;
  const verifier = new CopyVerifier(registry, fs, clock, logger);
  const commands = { run: async () => null, skip: () => null, isRunning: () => false };
  const writer = new CopyWriter({
    ...{ registry, verifier, fs, exports, commands, logger },
    settleLeft: async () => undefined,
  });
  /** Writes one generation of a leaf. */
  const write = async (leaf: string, names: readonly string[]) => {
    const files = names.map((name) => ({
      name,
      content: Buffer.from(`${name} of ${leaf}`),
      secret: true,
      mode: 0o600,
    }));
    const bundle = { orderId: 'a', folder: 'shop', files };
    const destination = folderDestination(target);
    await destination.review([bundle]);
    const outcomes: BundleOutcome[] = [];
    const signal = new AbortController().signal;
    const onOutcome = (_id: string, outcome: BundleOutcome) => outcomes.push(outcome);
    await destination.write([bundle], { conflicts: 'replace', signal, onOutcome });
    const [outcome] = outcomes;
    if (outcome?.kind !== 'written') throw new Error('Not written');
    const about = { target, folder: 'shop', previous: outcome.previous };
    const written = { ...about, leaf: leafFacts({ fingerprint256: leaf }), files: files.map(digestOf) };
    registry.add([writtenBundle(names, written)]);
  };
  const copy = () => {
    const bundle = registry.find('copy');
    if (bundle === null) throw new Error('No copy');
    return bundle;
  };
  const swap = async (overwrite: Overwrite = 'ours') => {
    const ended = await writer.restore('copy', overwrite);
    return ended.ok ? ended.value.kind : ended.error.kind;
  };
  const look = async () => {
    const checks = await checkBundle(fs, copy(), null);
    return Object.fromEntries(copy().files.map(({ name, path }) => [name, checks.get(path)?.finding]));
  };
  /** What a server reads, and how many hidden directories are beside it. */
  const shown = () => {
    const names = readdirSync(folder);
    const visible = names.filter((name) => !name.startsWith('.'));
    const generations = names.filter((name) => lstatSync(join(folder, name)).isDirectory());
    const texts = visible.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
    return { texts: Object.fromEntries(texts), generations: generations.length };
  };
  /** Makes links of an older version of the files. */
  const link = (names: readonly string[]) => remember(target, [linkFiles(folder, names)]);
  return { target, folder, registry, ports, write, link, copy, swap, look, shown };
}

describe('restoring files', () => {
  it('swaps them with the previous ones, twice, and registers them each time', async () => {
    const { write, swap, look, shown, copy } = setUp();
    await write('one', ['key.pem']);
    await write('two', ['key.pem', 'more.pem']);
    const two = { 'key.pem': 'key.pem of two', 'more.pem': 'more.pem of two' };
    expect(shown().texts).toEqual(two);
    expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
    for (const _round of [1, 2]) {
      expect(await swap()).toBe('written');
      expect(shown().texts).toMatchObject({ 'key.pem': 'key.pem of one' });
      expect(copy().fingerprint256).toBe('one');
      expect(await look()).toEqual({ 'key.pem': 'asWritten' });
      expect(await swap()).toBe('written');
      expect(shown().texts).toEqual(two);
      expect(copy().fingerprint256).toBe('two');
      expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
    }
  });

  it('swaps links of an older version with plain files', needsPosix, async () => {
    const { write, link, swap, look, shown, folder } = setUp();
    const names = ['key.pem', 'more.pem'];
    await write('one', names);
    await write('two', names);
    link(names);
    expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
    for (const leaf of ['one', 'two']) {
      expect(await swap()).toBe('written');
      expect(shown().texts).toEqual({ 'key.pem': `key.pem of ${leaf}`, 'more.pem': `more.pem of ${leaf}` });
      expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
      expect(readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isSymbolicLink())).toEqual(
        [],
      );
    }
  });

  it('keeps files that another program changed, until the user agrees', async () => {
    const { write, swap, look, shown, folder, copy } = setUp();
    await write('one', ['key.pem']);
    await write('two', ['key.pem']);
    chmodSync(join(folder, 'key.pem'), 0o600);
    writeFileSync(join(folder, 'key.pem'), 'mine');
    expect(await look()).toEqual({ 'key.pem': 'changed' });
    expect(await swap()).toBe('refused');
    expect(shown().texts).toEqual({ 'key.pem': 'mine' });
    expect(await swap('anything')).toBe('written');
    expect(shown().texts).toEqual({ 'key.pem': 'key.pem of one' });
    expect(copy().previous?.record).toBe(null);
    // The other program's file is back, and is shown as changed.
    expect(await swap()).toBe('written');
    expect(shown().texts).toEqual({ 'key.pem': 'mine' });
    expect(await look()).toEqual({ 'key.pem': 'changed' });
  });

  it('is no longer possible after they are removed', async () => {
    const { write, swap, shown, ports, target, copy } = setUp();
    await write('one', ['key.pem']);
    await write('two', ['key.pem']);
    const { generations } = shown();
    const directory = copy().previous?.directory ?? '';
    expect(await removePreviousFiles({ target, folder: 'shop', previous: directory }, ports)).toEqual(
      ok(null),
    );
    expect(shown()).toEqual({ texts: { 'key.pem': 'key.pem of two' }, generations: generations - 1 });
    expect(await swap()).toBe('fileSystem');
  });
});
