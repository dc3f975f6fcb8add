import { describe, expect, it } from 'vitest';
import type { OwnFiles } from '#main/deployment/export/exportPorts.ts';
import { err, ok } from '#shared/result.ts';
import { setUp, startJob } from './exportServiceSetUp.ts';
import { orderRow } from './exportValues.ts';

const own: OwnFiles = {
  copyId: 'copy',
  currentSince: null,
  agreed: [],
  leaf: { fingerprint256: 'leaf before', notBefore: 0, notAfter: 1000 },
  chainComplete: true,
};

/** Exports the order `a` as the window does. @returns the view of the job when nothing runs any more */
async function exported(
  prepare: (harness: ReturnType<typeof setUp>) => void = () => undefined,
  into: string | null = null,
) {
  const set = setUp([orderRow('a')]);
  prepare(set);
  await startJob(set, ['a'], { review: 'whenNeeded', into });
  await set.service.settled();
  const view = set.service.view();
  if (view === null) throw new Error('there is no job');
  return { ...set, view };
}

const overFiles = (files: OwnFiles | null) => (set: ReturnType<typeof setUp>) => {
  set.destination.conflicts.set('a', ['privkey.pem']);
  if (files !== null) set.own.set('a', files);
};

describe('an export from the window', () => {
  it('writes without a review if there is nothing to decide', async () => {
    const { view } = await exported();
    expect(view).toMatchObject({ phase: 'done', items: [{ state: 'written', isUpdate: false }] });
  });

  it('updates the order’s own files without a question', async () => {
    const { view, destination } = await exported(overFiles(own));
    expect(view).toMatchObject({ phase: 'done', items: [{ state: 'written', isUpdate: true }] });
    expect(destination.options?.updates).toEqual(new Set(['a']));
  });

  it('writes nothing if the files are current, and says since when', async () => {
    const { view, destination } = await exported(overFiles({ ...own, currentSince: 700 }));
    expect(view).toMatchObject({
      phase: 'done',
      items: [{ state: 'current', currentSince: 700, copyId: 'copy' }],
    });
    expect(destination.contents.size).toBe(0);
  });

  it('asks about files of another program, and before an older certificate replaces a newer one', async () => {
    expect((await exported(overFiles(null))).view.phase).toBe('review');
    const newer = { ...own.leaf, notBefore: 1, notAfter: 500 };
    expect((await exported(overFiles({ ...own, leaf: newer }))).view.phase).toBe('review');
  });

  it('asks nothing about a shorter life that begins later', async () => {
    const longer = { ...own.leaf, notBefore: -1, notAfter: 5000 };
    expect((await exported(overFiles({ ...own, leaf: longer }))).view.phase).toBe('done');
  });

  it('asks about an incomplete chain unless the files had one, and about findings', async () => {
    const chainless = (set: ReturnType<typeof setUp>) =>
      void set.answers.set('a', async () =>
        ok({
          certificate: 'chainless',
          certificateServer: null,
          certificateChain: null,
          key: 'key',
          notAfter: null,
          name: null,
        }),
      );
    expect((await exported(chainless)).view.phase).toBe('review');
    const had = await exported((set) => {
      chainless(set);
      overFiles({ ...own, chainComplete: false })(set);
    });
    expect(had.view.phase).toBe('done');
    const findings = [{ kind: 'namesLost', names: ['www.a'] }] as const;
    const found = await exported((set) =>
      set.reviews({ findings, isValidNow: true, isChainAccepted: false }),
    );
    expect(found.view.phase).toBe('review');
  });

  it('asks about a warning of the place unless the user agreed to it for these files', async () => {
    const warned = (set: ReturnType<typeof setUp>) =>
      void set.guardWarnings.push({ kind: 'cloudSynced', service: 'Dropbox' });
    expect((await exported(warned)).view).toMatchObject({ phase: 'review', asksToAccept: true });
    const agreed = await exported((set) => {
      warned(set);
      overFiles({ ...own, agreed: ['cloudSynced'] })(set);
    });
    expect(agreed.view).toMatchObject({ phase: 'done', asksToAccept: false });
    expect(agreed.places).toEqual([]);
  });
});

describe('an export into the folder of a copy', () => {
  it('opens no dialog, and is refused for an unknown copy', async () => {
    const { view } = await exported((set) => set.choose(() => expect.fail('a dialog')), 'copy');
    expect(view).toMatchObject({ phase: 'done', target: '/target' });
    const set = setUp([orderRow('a')]);
    await expect(startJob(set, ['a'], { into: 'other' })).rejects.toThrow('did not start');
  });

  it('replaces files of another program only after a consent that names them', async () => {
    const set = await exported(overFiles(null), 'copy');
    set.setConfirmPlace(async () => err({ kind: 'consent', reason: 'declined' }));
    expect(await set.service.confirm(set.view.id, 'replace')).toMatchObject({ ok: false });
    expect(set.replacing).toEqual(['/target: a.example/privkey.pem']);
    expect(set.destination.contents.size).toBe(0);
    expect(await set.service.confirm(set.view.id, 'keepOthers')).toEqual(ok(null));
    expect(set.replacing).toHaveLength(1);
  });
});

describe('the first export to a planned destination', () => {
  it('opens no dialog, and is reviewed even if it asks nothing', async () => {
    const { view } = await exported((set) => set.choose(() => expect.fail('a dialog')), 'planned');
    expect(view).toMatchObject({ phase: 'review', target: '/planned' });
  });

  it('replaces files of another program only after a consent that names them', async () => {
    const set = await exported(overFiles(null), 'planned');
    expect(await set.service.confirm(set.view.id, 'replace')).toEqual(ok(null));
    expect(set.replacing).toEqual(['/target: a.example/privkey.pem']);
  });

  it('says why the folder can’t be used, and leaves room for another export', async () => {
    const set = setUp([orderRow('a')]);
    const request = { orderIds: ['a'], presetId: 'pem', parts: null, container: 'folder' } as const;
    const started = set.service.start({
      ...request,
      into: 'refused',
      review: 'whenNeeded',
      deliveryId: null,
    });
    expect(set.service.isBusy()).toBe(true);
    expect(await started).toMatchObject({ error: { kind: 'fileSystem', reason: 'permission' } });
    expect(set.service.isBusy()).toBe(false);
  });
});

it('a retry exports only what failed, to the same place, without a dialog', async () => {
  const set = setUp([orderRow('a'), orderRow('b')]);
  let dialogs = 0;
  set.choose(async () => {
    dialogs += 1;
    return '/target';
  });
  set.answers.set('b', async () => err({ kind: 'offline' }));
  const id = await startJob(set, ['a', 'b'], { review: 'whenNeeded' });
  await set.service.settled();
  set.answers.clear();
  expect(set.service.retry(id)).toMatchObject({ ok: true });
  await set.service.settled();
  expect(set.service.view()).toMatchObject({ phase: 'done', items: [{ orderId: 'b', state: 'written' }] });
  expect(dialogs).toBe(1);
});
