import { describe, expect, it } from 'vitest';
import type { RestoreOutcome, RestoreRequest } from '#main/deployment/export/restoreBundle.ts';
import { err } from '#shared/result.ts';
import { reviewed, setUp } from './exportServiceSetUp.ts';
import { denied, orderRow, requestFor } from './exportValues.ts';

const request: RestoreRequest = {
  target: '/target',
  folder: 'place',
  names: ['a.key', 'a.crt'],
  previous: 'the former',
  agreed: [],
  mayReplace: async () => true,
};

async function restore(
  change: Partial<RestoreRequest> = {},
  prepare: (harness: ReturnType<typeof setUp>) => void = () => undefined,
): Promise<RestoreOutcome & { readonly done: readonly string[] }> {
  const set = setUp([orderRow('a')]);
  prepare(set);
  const outcome = await set.service.restore({ ...request, ...change });
  if (!outcome.ok) throw new Error(outcome.error.kind);
  return { ...outcome.value, done: set.destination.previousFiles };
}

describe('restoring previous files', () => {
  it('happens in the folder where they are', async () => {
    const set = setUp([orderRow('a')]);
    const files = [{ name: 'a.key', sha256: '00', size: 1, mode: 0o600 }];
    set.destination.restored = { ok: true, value: { previous: 'the other', files } };
    expect(await set.service.restore(request)).toEqual({
      ok: true,
      value: { kind: 'written', previous: 'the other', files },
    });
    expect(set.targets).toEqual(['folder /target']);
    expect(set.destination.previousFiles).toEqual(['restore place a.key,a.crt the former']);
  });

  it('is refused where an export would ask the user, and changes nothing', async () => {
    const none = { done: [] };
    expect(await restore({ mayReplace: async () => false })).toEqual({
      kind: 'refused',
      reason: 'changed',
      ...none,
    });
    expect(await restore({ target: '/other' })).toMatchObject({
      error: { reason: 'symlink', name: 'other' },
      ...none,
    });
    const warned = { error: { reason: 'writableByOthers', name: 'target' } };
    expect(
      await restore({}, ({ destination }) => {
        destination.warnings = [{ kind: 'writableByOthers' }];
      }),
    ).toMatchObject({ ...warned, ...none });
    expect(
      await restore({ agreed: ['writableByOthers'] }, ({ destination }) => {
        destination.warnings = [{ kind: 'writableByOthers' }];
      }),
    ).toMatchObject({ kind: 'written' });
    expect(
      await restore({}, ({ destination }) => {
        destination.reviewed = err(denied);
      }),
    ).toEqual({ kind: 'failed', error: denied, ...none });
    expect(await restore({}, ({ destination }) => destination.refusals.set('', denied))).toEqual({
      kind: 'failed',
      error: denied,
      ...none,
    });
  });

  it('asks whether files may be replaced after recording their versions', async () => {
    const set = setUp([orderRow('a')]);
    const seen: number[] = [];
    const mayReplace = async () => {
      seen.push(set.destination.bundles.length, set.destination.previousFiles.length);
      return true;
    };
    await set.service.restore({ ...request, mayReplace });
    expect(seen).toEqual([1, 0]);
  });

  it('reports what failed', async () => {
    const set = setUp([orderRow('a')]);
    set.destination.restored = err(denied);
    expect(await set.service.restore(request)).toEqual({
      ok: true,
      value: { kind: 'failed', error: denied },
    });
  });

  it('is refused while another export is running', async () => {
    const set = setUp([orderRow('a')]);
    const busy = { ok: false, error: { kind: 'busy' } };
    const removal = { target: '/target', folder: 'place', previous: 'the former' };
    await reviewed(set, ['a']);
    expect(await set.service.restore(request)).toEqual(busy);
    expect(await set.service.removePrevious(removal)).toEqual(busy);
    set.service.dismiss('job-1');
    const under = set.service.restore(request);
    expect(await set.service.start(requestFor(['a']))).toEqual(busy);
    expect(await set.service.restore(request)).toEqual(busy);
    expect(await set.service.refresh([])).toEqual(busy);
    await under;
    const removing = set.service.removePrevious(removal);
    expect(set.service.isBusy()).toBe(true);
    await removing;
    expect(set.service.isBusy()).toBe(false);
    set.service.dispose();
    expect(await set.service.restore(request)).toEqual(busy);
  });
});

describe('removing previous files', () => {
  it('happens in the folder where they are, unless its path now contains a link', async () => {
    const set = setUp([]);
    const removal = { folder: 'place', previous: 'the former' };
    expect(await set.service.removePrevious({ target: '/target', ...removal })).toEqual({
      ok: true,
      value: null,
    });
    expect(await set.service.removePrevious({ target: '/other', ...removal })).toMatchObject({
      error: { reason: 'symlink', name: 'other' },
    });
    set.destination.reviewed = err(denied);
    expect(await set.service.removePrevious({ target: '/target', ...removal })).toEqual(err(denied));
    expect(set.destination.previousFiles).toEqual(['remove place the former']);
  });
});
