import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

const MINUTE = 60_000;

function idsOf(test: TestApp, ...rids: readonly string[]): string[] {
  return rids.map((rid) => test.order(rid)?.id ?? '');
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** What lies in the folder of dragged files. */
function leftIn(test: TestApp): readonly string[] {
  const folder = join(test.desktop.userData, 'dragged');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function twoOrders(surroundings = {}) {
  const service = await serviceFor({ orders: 0 });
  const { material } = await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'] });
  await service.addOrder({ rid: 'mail', name: 'Mail', domains: ['mail.example'] });
  const test = await startTestApp({ surroundings });
  await connect(test, service);
  return { service, test, material };
}

describe('a dragged order', () => {
  it('gives its full chain without the key, readable only by the user, and the files are gone after the quit', async () => {
    const { test, material } = await twoOrders();
    const orderIds = idsOf(test, 'shop');
    const prepared = okValue(await test.call('drag:prepare', { orderIds, withKey: false }));
    const { id, files, incomplete, left } = prepared;
    expect({ files, left }).toEqual({ files: 1, left: [] });
    // The tests' authority is not trusted by the system.
    expect(incomplete).toEqual(['Shop']);
    expect(test.desktop.dragged).toEqual([]);
    okValue(await test.call('drag:start', id));
    const [[path = ''] = []] = test.desktop.dragged;
    expect(basename(path)).toBe('shop-fullchain.pem');
    expect(readFileSync(path, 'utf8')).toBe(material.certificate);
    expect({ file: modeOf(path), folder: modeOf(dirname(path)) }).toEqual({ file: '600', folder: '700' });
    expect(readdirSync(dirname(path))).toEqual(['shop-fullchain.pem']);
    expect(test.seen().copies).toEqual([]);
    await test.quit();
    expect(leftIn(test)).toEqual([]);
  });

  it('gives its key only after the user agreed, and the agreement counts for this drag and one minute', async () => {
    const time = createSkippableTime();
    const { test, material } = await twoOrders({ clock: time.clock, scheduler: time.scheduler });
    const request = { orderIds: idsOf(test, 'shop'), withKey: true };
    const asked: string[] = [];
    let agrees = 0;
    test.desktop.answer = ({ title }) => {
      asked.push(title);
      return agrees;
    };
    expect(await test.call('drag:prepare', request)).toEqual({
      ok: false,
      error: { kind: 'consent', reason: 'declined' },
    });
    expect(leftIn(test)).toEqual([]);
    agrees = 1;
    const first = okValue(await test.call('drag:prepare', request));
    expect(first.files).toBe(4);
    expect(first.isAsked).toBe(true);
    expect(okValue(await test.call('drag:prepare', request))).toEqual({ ...first, isAsked: false });
    expect(asked).toEqual([
      'Drag this private key out of NotAfter?',
      'Drag this private key out of NotAfter?',
    ]);
    okValue(await test.call('drag:start', first.id));
    const paths = test.desktop.dragged[0] ?? [];
    expect(paths.map((path) => basename(path))).toEqual([
      ...['shop-fullchain.pem', 'shop-privkey.pem', 'shop-cert.pem', 'shop-chain.pem'],
    ]);
    expect(readFileSync(paths[1] ?? '', 'utf8')).toBe(material.key);
    expect(paths.map(modeOf)).toEqual(['600', '600', '600', '600']);
    // Another selection is another question.
    agrees = 0;
    const both = { orderIds: idsOf(test, 'shop', 'mail'), withKey: true };
    expect(await test.call('drag:prepare', both)).toMatchObject({ error: { kind: 'consent' } });
    await time.advance(MINUTE + 1);
    expect(await test.call('drag:start', first.id)).toMatchObject({ error: { kind: 'unknownId' } });
    expect(await test.call('drag:prepare', request)).toMatchObject({ error: { kind: 'consent' } });
    expect(existsSync(paths[1] ?? '')).toBe(true);
    await time.advance(9 * MINUTE);
    expect(leftIn(test)).toEqual([]);
    expect(JSON.stringify([test.log, test.desktop.sent])).not.toContain(material.key.slice(40, 80));
  });

  it('that cannot be exported is named, and the others are dragged', async () => {
    const { service, test } = await twoOrders();
    service.setFault('mail', { kind: 'status', status: 500 });
    const orderIds = idsOf(test, 'shop', 'mail');
    const { id, files, left } = okValue(await test.call('drag:prepare', { orderIds, withKey: false }));
    expect(files).toBe(1);
    expect(left).toMatchObject([{ title: 'Mail', error: { kind: expect.any(String) } }]);
    okValue(await test.call('drag:start', id));
    expect(test.desktop.dragged[0]?.map((path) => basename(path))).toEqual(['shop-fullchain.pem']);
  });

  it('whose certificate lost a name is left to an export, which asks', async () => {
    const { service, test } = await twoOrders();
    await service.renew('shop', { domains: ['other.example'] });
    const orderIds = idsOf(test, 'shop');
    const { files, left } = okValue(await test.call('drag:prepare', { orderIds, withKey: false }));
    expect({ files, left }).toEqual({ files: 0, left: [{ title: 'Shop', error: null }] });
    const both = okValue(
      await test.call('drag:prepare', { orderIds: idsOf(test, 'shop', 'mail'), withKey: false }),
    );
    expect(both).toMatchObject({ files: 1, left: [{ title: 'Shop', error: null }] });
  });

  it('with the name of another one has other files', async () => {
    const { service, test } = await twoOrders();
    await service.addOrder({ rid: 'shop2', name: 'Shop', domains: ['shop.example'] });
    const [{ id: connectionId } = { id: '' }] = test.seen().connections;
    okValue(await test.call('orders:add', { connectionId, text: 'shop2' }));
    await until(() => test.order('shop2') !== undefined);
    const orderIds = idsOf(test, 'shop', 'shop2');
    const { id, files } = okValue(await test.call('drag:prepare', { orderIds, withKey: false }));
    expect(files).toBe(2);
    okValue(await test.call('drag:start', id));
    expect(new Set(test.desktop.dragged[0])).toHaveLength(2);
  });

  it('must be known', async () => {
    const { test } = await twoOrders();
    expect(await test.call('drag:prepare', { orderIds: ['nobody'], withKey: false })).toEqual({
      ok: false,
      error: { kind: 'unknownId' },
    });
    expect(await test.call('drag:start', 'nothing')).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });
});

it('what a killed run left is removed at the next start, and no link is followed', async () => {
  const userData = temporaryFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'theirs.pem'), 'theirs');
  mkdirSync(join(userData, 'dragged', 'drag-x'), { recursive: true });
  writeFileSync(join(userData, 'dragged', 'drag-x', 'privkey.pem'), 'old');
  symlinkSync(elsewhere, join(userData, 'dragged', 'drag-link'));
  const test = await startTestApp({ userData });
  expect(leftIn(test)).toEqual([]);
  await test.quit();
  expect(readFileSync(join(elsewhere, 'theirs.pem'), 'utf8')).toBe('theirs');
});

it('a link in place of the folder is removed, and nothing is written behind it', async () => {
  const userData = temporaryFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'theirs.pem'), 'theirs');
  const service = await serviceFor({ orders: 1 });
  const test = await startTestApp({ userData });
  await connect(test, service);
  symlinkSync(elsewhere, join(userData, 'dragged'));
  const orderIds = [...test.seen().orders.keys()];
  okValue(await test.call('drag:prepare', { orderIds, withKey: false }));
  expect(readdirSync(elsewhere)).toEqual(['theirs.pem']);
  expect(leftIn(test)).toHaveLength(1);
});
