import { expect, test } from 'vitest';
import { ok } from '#shared/result.ts';
import { reviewed, setUp } from './exportServiceSetUp.ts';
import { denied, orderRow } from './exportValues.ts';

test('guards check the target of every private key, but not of orders that cannot be written', async () => {
  const harness = setUp(['a', 'b', 'c'].map((id) => orderRow(id)));
  harness.destination.refusals.set('c', denied);
  await reviewed(harness, ['a', 'b', 'c']);
  expect(harness.guarded).toEqual([
    {
      directory: '/target',
      secrets: ['a.example/privkey.pem', 'b.example/privkey.pem'],
      keepsPrevious: true,
    },
  ]);
});

test('guards of a ZIP file check the archive if it contains a private key', async () => {
  const harness = setUp([orderRow('a')]);
  harness.choose(() => Promise.resolve('/target/all.zip'));
  await reviewed(harness, ['a'], { container: 'zip' });
  harness.service.dismiss('job-1');
  await reviewed(harness, ['a'], { container: 'zip', parts: ['certificate'] });
  expect(harness.guarded).toEqual([
    { directory: '/target', secrets: ['all.zip'], keepsPrevious: false },
    { directory: '/target', secrets: [], keepsPrevious: false },
  ]);
});

test('warnings of guards are shown after those of the target, and must be accepted', async () => {
  const harness = setUp([orderRow('a')]);
  harness.destination.warnings = [{ kind: 'modeNotKept' }];
  harness.guardWarnings.push({ kind: 'cloudSynced', service: 'Dropbox' });
  const id = await reviewed(harness, ['a']);
  expect(harness.service.view()).toMatchObject({
    warnings: [{ kind: 'modeNotKept' }, { kind: 'cloudSynced', service: 'Dropbox' }],
    asksToAccept: true,
  });
  expect(await harness.service.confirm(id, 'replace')).toEqual(ok(null));
  expect(harness.places).toMatchObject([{ warnings: [{ kind: 'modeNotKept' }, { kind: 'cloudSynced' }] }]);
  await harness.service.settled();
});
