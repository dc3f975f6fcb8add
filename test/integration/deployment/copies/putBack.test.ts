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
import { CopyBook } from '#main/deployment/copies/copyBook.ts';
import { lookAtBundle } from '#main/deployment/copies/lookAtBundle.ts';
import { nodeLookFs } from '#main/deployment/copies/lookFs.ts';
import { type FormerFiles, putBackCopy } from '#main/deployment/copies/putBackCopy.ts';
import type { Overwrite } from '#main/deployment/copies/refreshCopies.ts';
import type { BundleOutcome } from '#main/deployment/export/exportDestination.ts';
import { putBack, removeFormer } from '#main/deployment/export/putBack.ts';
import { digestsOf } from '#main/deployment/export/writtenBundle.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { PresetSwitching } from '#shared/domain/preset.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { FakeCopyRepository, leafFacts, writtenBundle } from '#test/unit/deployment/copies/copyFixtures.ts';
import { destinationOn } from '#test/unit/deployment/export/hiddenMemory.ts';

/** The register over a real folder, with what really writes there. */
function setUp(switching: PresetSwitching) {
  const target = realpathSync(mkdtempSync(join(tmpdir(), 'put-back-')));
  onTestFinished(() => rmSync(target, { recursive: true }));
  const folder = join(target, 'shop');
  const { clock } = createFakeTime();
  const { logger } = createRecordingLogger();
  const book = new CopyBook({ repository: new FakeCopyRepository(), clock, newId: () => 'copy', logger });
  const folderDestination = (path: string) => destinationOn(path);
  const ports = { folderDestination, turns: new SerialQueue() };
  const formers: FormerFiles = {
    putBack: async (wish) => ok(await putBack(wish, ports)),
    removeFormer: (wish) => removeFormer(wish, ports),
  };
  /** Writes one generation of a leaf. */
  const write = async (leaf: string, names: readonly string[]) => {
    const files = names.map((name) => ({
      name,
      content: Buffer.from(`${name} of ${leaf}`),
      secret: true,
      mode: 0o600,
    }));
    const bundle = { orderId: 'a', folder: 'shop', switching, files };
    const destination = folderDestination(target);
    await destination.review([bundle]);
    const outcomes: BundleOutcome[] = [];
    const signal = new AbortController().signal;
    const onOutcome = (_id: string, outcome: BundleOutcome) => outcomes.push(outcome);
    await destination.write([bundle], { conflicts: 'replace', signal, onOutcome });
    const [outcome] = outcomes;
    if (outcome?.kind !== 'written') throw new Error('Not written');
    const about = { target, folder: 'shop', switching, former: outcome.former };
    const written = { ...about, leaf: leafFacts({ fingerprint256: leaf }), files: digestsOf(bundle) };
    book.take([writtenBundle(names, written)]);
  };
  const copy = () => {
    const bundle = book.find('copy');
    if (bundle === null) throw new Error('No copy');
    return bundle;
  };
  const swap = async (overwrite: Overwrite = 'ours') => {
    const bundle = copy();
    if (bundle.former === null) throw new Error('Nothing to put back');
    const ended = await putBackCopy(bundle, bundle.former, overwrite, nodeLookFs, formers);
    if (!ended.ok) throw new Error(ended.error.kind);
    if (ended.value.kind === 'putBack') book.putBack('copy', ended.value.back, ended.value.wereOurs);
    return ended.value.kind;
  };
  const look = async () => {
    const sights = await lookAtBundle(nodeLookFs, copy(), null);
    return Object.fromEntries(copy().files.map(({ name, path }) => [name, sights.get(path)?.finding]));
  };
  /** What a server reads, and how many hidden directories are beside it. */
  const shown = () => {
    const names = readdirSync(folder);
    const visible = names.filter((name) => !name.startsWith('.'));
    const generations = names.filter((name) => lstatSync(join(folder, name)).isDirectory());
    const texts = visible.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
    return { texts: Object.fromEntries(texts), generations: generations.length };
  };
  return { target, folder, book, formers, write, copy, swap, look, shown };
}

describe.each(['rename', 'link'] as const)('putting back files that are switched by %s', (switching) => {
  it('swaps them with the former ones, there and back, and knows them each time', async () => {
    const { write, swap, look, shown, copy } = setUp(switching);
    await write('one', ['key.pem']);
    await write('two', ['key.pem', 'more.pem']);
    const two = { 'key.pem': 'key.pem of two', 'more.pem': 'more.pem of two' };
    expect(shown().texts).toEqual(two);
    expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
    for (const _round of [1, 2]) {
      expect(await swap()).toBe('putBack');
      expect(shown().texts).toMatchObject({ 'key.pem': 'key.pem of one' });
      expect(copy().fingerprint256).toBe('one');
      expect(await look()).toEqual({ 'key.pem': 'asWritten' });
      expect(await swap()).toBe('putBack');
      expect(shown().texts).toEqual(two);
      expect(copy().fingerprint256).toBe('two');
      expect(await look()).toEqual({ 'key.pem': 'asWritten', 'more.pem': 'asWritten' });
    }
  });

  it('leaves alone what another hand changed, until a person says otherwise', async () => {
    const { write, swap, look, shown, folder, copy } = setUp(switching);
    await write('one', ['key.pem']);
    await write('two', ['key.pem']);
    chmodSync(join(folder, 'key.pem'), 0o600);
    writeFileSync(join(folder, 'key.pem'), 'mine');
    expect(await look()).toEqual({ 'key.pem': 'changed' });
    expect(await swap()).toBe('refused');
    expect(shown().texts).toEqual({ 'key.pem': 'mine' });
    expect(await swap('anything')).toBe('putBack');
    expect(shown().texts).toEqual({ 'key.pem': 'key.pem of one' });
    expect(copy().former?.record).toBe(null);
    // And the other hand's again: no file of ours, as the look says.
    expect(await swap()).toBe('putBack');
    expect(shown().texts).toEqual({ 'key.pem': 'mine' });
    expect(await look()).toEqual({ 'key.pem': 'changed' });
  });

  it('can no longer be done once they are removed', async () => {
    const { write, swap, shown, formers, target, copy } = setUp(switching);
    await write('one', ['key.pem']);
    await write('two', ['key.pem']);
    const { generations } = shown();
    const directory = copy().former?.directory ?? '';
    expect(await formers.removeFormer({ target, folder: 'shop', directory })).toEqual(ok(null));
    expect(shown()).toEqual({ texts: { 'key.pem': 'key.pem of two' }, generations: generations - 1 });
    expect(await swap()).toBe('failed');
  });
});
