import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pushed } from './deliveringService.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

const noteOf = (test: TestApp, id: string) => test.seen().orders.get(id)?.note;
const found = async (test: TestApp, search: string) =>
  (await test.call('quick:view', { search })).rows.map(({ id }) => id);

it('tags and a note reach the window, searches and reports, and outlive renewals, a removal and a restart', async () => {
  const service = await serviceFor({ orders: 2 });
  const userData = temporaryFolder();
  const test = await startTestApp({ userData });
  await connect(test, service);
  const [rid = '', otherRid = ''] = service.rids;
  const [id = '', other = ''] = [test.order(rid)?.id, test.order(otherRid)?.id];
  const note = 'Ask the desk\nbefore a renewal';
  okValue(await test.call('orders:annotate', { id, tags: ' prod, team:web\u202e, Prod', note: `${note}\n` }));
  okValue(await test.call('orders:annotate', { id: other, tags: 'production', note: '' }));
  await until(() => test.order(rid)?.tags.join() === 'prod,team:web');
  await until(() => noteOf(test, id) === note);
  expect(await found(test, 'note:desk')).toEqual([id]);
  expect(await found(test, '"before a renewal"')).toEqual([id]);
  expect(await found(test, 'tag:team:web')).toEqual([id]);
  expect(new Set(await found(test, 'tag:prod'))).toEqual(new Set([id, other]));
  expect(await found(test, 'tag:"prod"')).toEqual([id]);

  const renewed = await service.renew(rid);
  await test.call('orders:sync', [id]);
  await until(() => test.order(rid)?.fingerprint256 === renewed.fingerprint256);
  expect(test.order(rid)?.tags).toEqual(['prod', 'team:web']);

  const path = join(temporaryFolder(), 'report.json');
  test.desktop.choices.chooseReportFile = path;
  okValue(await test.call('report:save', { format: 'json' }));
  expect(JSON.parse(readFileSync(path, 'utf8')).orders).toContainEqual(
    expect.objectContaining({ rid, tags: ['prod', 'team:web'], note }),
  );

  expect(await test.call('orders:annotate', { id, tags: 'x'.repeat(51), note: '' })).toMatchObject({
    error: { kind: 'invalidInput', field: 'tags' },
  });
  expect(await test.call('orders:annotate', { id: 'none', tags: '', note: '' })).toEqual({
    ok: false,
    error: { kind: 'unknownId' },
  });
  // Several at once, all or none; the note stays.
  const change = { ids: [id, other], added: ['web'], removed: ['PROD'] };
  okValue(await test.call('orders:tag', change));
  await until(() => test.order(otherRid)?.tags.join() === 'production,web');
  await until(() => test.order(rid)?.tags.join() === 'team:web,web');
  expect(noteOf(test, id)).toBe(note);
  okValue(await test.call('orders:tag', { ids: [id], added: ['prod'], removed: ['web'] }));
  await until(() => test.order(rid)?.tags.join() === 'team:web,prod');
  expect(await test.call('orders:tag', { ...change, ids: ['none'] })).toMatchObject({
    error: { kind: 'unknownId' },
  });
  okValue(await test.call('orders:remove', [id]));
  await until(() => test.order(rid) === undefined);
  okValue(await test.call('orders:restore', [id]));
  await until(() => test.order(rid)?.tags.length === 2);
  await test.quit();
  const again = await startTestApp({ userData, secretProcess: test.desktop.secretProcess });
  expect(again.order(rid)?.tags).toEqual(['team:web', 'prod']);
  expect(noteOf(again, id)).toBe(note);
});

it('a push-only order has tags and a note as well, also after its next delivery', async () => {
  const { service, deliver, test, row } = await pushed();
  const id = row()?.id ?? '';
  okValue(await test.call('orders:annotate', { id, tags: 'shop', note: 'From the push' }));
  await until(() => row()?.tags.join() === 'shop');
  const renewed = await service.renew('shop', { days: 90 });
  await deliver('Second');
  await until(() => row()?.fingerprint256 === renewed.fingerprint256);
  expect(row()?.tags).toEqual(['shop']);
  expect(noteOf(test, id)).toBe('From the push');
});
