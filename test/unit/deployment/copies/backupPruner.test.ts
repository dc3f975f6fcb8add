import { normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#shared/result.ts';
import { writtenBundle } from './copyFixtures.ts';
import { copyServiceSetUp } from './copyServiceSetUp.ts';

/** A copy whose previous leaf expired at 2000, with the clock at `now`. */
function setUp(now: number) {
  const all = copyServiceSetUp();
  all.setNow(now);
  all.write(writtenBundle(['key.pem']));
  all.write(writtenBundle(['key.pem'], { previous: '.f' }));
  return all;
}

describe('previous files', () => {
  it.each([
    [2_000, []],
    [2_001, ['/t/a/.f']],
  ])('are removed once their leaf has expired: at %i', async (now, removed) => {
    const { pruner, state, registry } = setUp(now);
    await pruner.prune();
    await pruner.prune();
    expect(state.removed).toEqual(removed);
    expect(registry.find('copy-1')?.previous === null).toBe(removed.length > 0);
  });

  it('are removed with their order', async () => {
    const { pruner, state } = setUp(0);
    state.present = null;
    await pruner.prune();
    expect(state.removed).toEqual(['/t/a/.f']);
  });

  it('of another program are kept', async () => {
    const { pruner, state, write } = copyServiceSetUp();
    write(writtenBundle(['key.pem'], { previous: '.f' }));
    await pruner.prune();
    expect(state.removed).toEqual([]);
  });

  it('that cannot be removed are retried', async () => {
    const { pruner, state, registry, lines } = setUp(3_000);
    state.removal = err({ kind: 'fileSystem', reason: 'permission', code: 'EACCES', name: '.f' });
    await pruner.prune();
    expect(registry.find('copy-1')?.previous).not.toBe(null);
    expect(lines).toHaveLength(1);
    state.removal = ok(null);
    await pruner.prune();
    expect(registry.find('copy-1')?.previous).toBe(null);
  });
});

describe('forgetting a copy', () => {
  it('removes its previous files and its command', async () => {
    const { service, state, registry, commands } = setUp(0);
    registry.setCommand(['copy-1'], ['/bin/reload']);
    commands.skip('copy-1');
    expect(await service.forget(['copy-1', 'nobody'])).toEqual(ok(null));
    expect(state.removed).toEqual(['/t/a/.f']);
    expect(registry.list()).toEqual([]);
    expect(commands.lastRun('copy-1')).toBe(null);
  });

  it('waits for an export, but not for a missing disk', async () => {
    const { service, state, registry } = setUp(0);
    state.removal = err({ kind: 'busy' });
    expect(await service.forget(['copy-1'])).toEqual(err({ kind: 'busy' }));
    expect(registry.list()).toHaveLength(1);
    state.removal = err({ kind: 'fileSystem', reason: 'notFound', code: 'ENOENT', name: '.f' });
    expect(await service.forget(['copy-1'])).toEqual(ok(null));
    expect(registry.list()).toEqual([]);
  });
});

it('restricts the target of a link of an older version', async () => {
  const { service, state, fs, write } = copyServiceSetUp();
  const real = `/t/a/.notafter-${'a'.repeat(24)}.generation/key.pem`;
  write(writtenBundle(['key.pem']));
  fs.writeLinked('/t/a/key.pem', 'content of key.pem', real);
  Object.assign(fs.files.get(real) ?? {}, { mode: 0o644 });
  expect(await service.tighten(['copy-1'])).toEqual(ok(null));
  expect(state.tightened).toEqual([normalize(real)]);
});
