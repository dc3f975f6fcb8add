import { expect, test } from 'vitest';
import { ok } from '#shared/result.ts';
import { denied, orderRow, reviewed, setUp } from './exportServiceSetUp.ts';

test('guards check the target of every private key, but not of orders that cannot be written', async () => {
  const it = setUp(['a', 'b', 'c'].map((id) => orderRow(id)));
  it.destination.refusals.set('c', denied);
  await reviewed(it, ['a', 'b', 'c']);
  expect(it.guarded).toEqual([
    {
      directory: '/target',
      secrets: ['a.example/privkey.pem', 'b.example/privkey.pem'],
      keepsPrevious: true,
    },
  ]);
});

test('guards of a ZIP file check the archive if it contains a private key', async () => {
  const it = setUp([orderRow('a')]);
  it.choose(() => Promise.resolve('/target/all.zip'));
  await reviewed(it, ['a'], { container: 'zip' });
  it.service.dismiss('job-1');
  await reviewed(it, ['a'], { container: 'zip', parts: ['certificate'] });
  expect(it.guarded).toEqual([
    { directory: '/target', secrets: ['all.zip'], keepsPrevious: false },
    { directory: '/target', secrets: [], keepsPrevious: false },
  ]);
});

test('warnings of guards are shown after those of the target, and must be accepted', async () => {
  const it = setUp([orderRow('a')]);
  it.destination.warnings = [{ kind: 'modeNotKept' }];
  it.guardWarnings.push({ kind: 'cloudSynced', service: 'Dropbox' });
  const id = await reviewed(it, ['a']);
  expect(it.service.view()).toMatchObject({
    warnings: [{ kind: 'modeNotKept' }, { kind: 'cloudSynced', service: 'Dropbox' }],
    asksToAccept: true,
  });
  expect(await it.service.confirm(id, 'replace')).toEqual(ok(null));
  expect(it.places).toMatchObject([{ warnings: [{ kind: 'modeNotKept' }, { kind: 'cloudSynced' }] }]);
  await it.service.settled();
});
