import { describe, expect, it } from 'vitest';
import type { PutBackOutcome, PutBackWish } from '#main/deployment/export/putBack.ts';
import { err } from '#shared/result.ts';
import { denied, orderRow, requestFor, reviewed, setUp } from './exportServiceSetUp.ts';

const wish: PutBackWish = {
  target: '/target',
  folder: 'place',
  names: ['a.key', 'a.crt'],
  switching: 'link',
  former: 'the former',
  agreed: [],
  mayReplace: async () => true,
};

async function putBack(
  change: Partial<PutBackWish> = {},
  prepare: (it: ReturnType<typeof setUp>) => void = () => undefined,
): Promise<PutBackOutcome & { readonly done: readonly string[] }> {
  const set = setUp([orderRow('a')]);
  prepare(set);
  const outcome = await set.service.putBack({ ...wish, ...change });
  if (!outcome.ok) throw new Error(outcome.error.kind);
  return { ...outcome.value, done: set.destination.formerFiles };
}

describe('putting former files back', () => {
  it('is done in the folder where they are', async () => {
    const set = setUp([orderRow('a')]);
    const files = [{ name: 'a.key', sha256: '00', size: 1, mode: 0o600 }];
    set.destination.putBackResult = { ok: true, value: { former: 'the other', files } };
    expect(await set.service.putBack(wish)).toEqual({
      ok: true,
      value: { kind: 'putBack', former: 'the other', files },
    });
    expect(set.targets).toEqual(['folder /target']);
    expect(set.destination.formerFiles).toEqual(['putBack place a.key,a.crt link the former']);
  });

  it('is refused where a person would have been asked, and nothing is touched', async () => {
    const none = { done: [] };
    expect(await putBack({ mayReplace: async () => false })).toEqual({
      kind: 'refused',
      reason: 'changed',
      ...none,
    });
    expect(await putBack({ target: '/other' })).toMatchObject({
      error: { reason: 'symlink', name: 'other' },
      ...none,
    });
    const warned = { error: { reason: 'writableByOthers', name: 'target' } };
    expect(
      await putBack({}, ({ destination }) => {
        destination.warnings = [{ kind: 'writableByOthers' }];
      }),
    ).toMatchObject({ ...warned, ...none });
    expect(
      await putBack({ agreed: ['writableByOthers'] }, ({ destination }) => {
        destination.warnings = [{ kind: 'writableByOthers' }];
      }),
    ).toMatchObject({ kind: 'putBack' });
    expect(
      await putBack({}, ({ destination }) => {
        destination.reviewed = err(denied);
      }),
    ).toEqual({ kind: 'failed', error: denied, ...none });
    expect(await putBack({}, ({ destination }) => destination.refusals.set('', denied))).toEqual({
      kind: 'failed',
      error: denied,
      ...none,
    });
  });

  it('asks whether files may be replaced once their versions are noted', async () => {
    const set = setUp([orderRow('a')]);
    const seen: number[] = [];
    const mayReplace = async () => {
      seen.push(set.destination.bundles.length, set.destination.formerFiles.length);
      return true;
    };
    await set.service.putBack({ ...wish, mayReplace });
    expect(seen).toEqual([1, 0]);
  });

  it('says what failed', async () => {
    const set = setUp([orderRow('a')]);
    set.destination.putBackResult = err(denied);
    expect(await set.service.putBack(wish)).toEqual({ ok: true, value: { kind: 'failed', error: denied } });
  });

  it('waits for nobody: one export at a time', async () => {
    const set = setUp([orderRow('a')]);
    const busy = { ok: false, error: { kind: 'busy' } };
    const removal = { target: '/target', folder: 'place', directory: 'the former' };
    await reviewed(set, ['a']);
    expect(await set.service.putBack(wish)).toEqual(busy);
    expect(await set.service.removeFormer(removal)).toEqual(busy);
    set.service.dismiss('job-1');
    const under = set.service.putBack(wish);
    expect(await set.service.start(requestFor(['a']))).toEqual(busy);
    expect(await set.service.putBack(wish)).toEqual(busy);
    expect(await set.service.rewrite([])).toEqual(busy);
    await under;
    const removing = set.service.removeFormer(removal);
    expect(set.service.isBusy()).toBe(true);
    await removing;
    expect(set.service.isBusy()).toBe(false);
    set.service.dispose();
    expect(await set.service.putBack(wish)).toEqual(busy);
  });
});

describe('removing former files', () => {
  it('is done in the folder where they are, unless a link is on the way to it now', async () => {
    const set = setUp([]);
    const removal = { folder: 'place', directory: 'the former' };
    expect(await set.service.removeFormer({ target: '/target', ...removal })).toEqual({
      ok: true,
      value: null,
    });
    expect(await set.service.removeFormer({ target: '/other', ...removal })).toMatchObject({
      error: { reason: 'symlink', name: 'other' },
    });
    set.destination.reviewed = err(denied);
    expect(await set.service.removeFormer({ target: '/target', ...removal })).toEqual(err(denied));
    expect(set.destination.formerFiles).toEqual(['remove place the former']);
  });
});
