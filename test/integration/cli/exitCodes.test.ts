import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { readPlugin } from '#test/support/pluginOutput.ts';
import { notafter } from './askApp.ts';

/** An app that trusts the authority of its service, so that its exports can be verified. */
async function trusting(rid: string, domain: string) {
  const service = await serviceFor({ tls: true, orders: 0 });
  await service.addOrder({ rid, domains: [domain] });
  const caFile = join(temporaryFolder(), 'root.pem');
  writeFileSync(caFile, service.caPem);
  const test = await startTestApp();
  test.desktop.choices.chooseCaFile = caFile;
  const chosen = okValue(await test.call('connections:chooseCaFile', null));
  const ca = { kind: 'chosen', id: chosen?.id ?? '' } as const;
  const draft = { name: 'Production', baseUrl: service.baseUrl, ca, token: service.token };
  const { id } = okValue(await test.call('connections:add', draft));
  okValue(await test.call('orders:add', { connectionId: id, text: rid }));
  await until(() => test.order(rid)?.lastConfirmedAt != null);
  return { test, service };
}

describe('export', () => {
  it.each([
    [
      '0',
      'a client connects by its name',
      'shop.example',
      0,
      /^Verified for OpenSSL, Chrome, Edge, Firefox and Safari: /mu,
    ],
    ['1', 'no client will connect by it', 'no host!', 1, /^Not verified: the certificate has no host name/mu],
  ])('exits with %s when %s', async (_code, _what, domain, code, said) => {
    const { test } = await trusting('shop', domain);
    const line = 'export shop --preset nginx --to . --accept-warnings';
    expect(await notafter(test, line, { cwd: temporaryFolder() })).toMatchObject({
      code,
      out: expect.stringMatching(said),
    });
  });
});

async function withShop() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const test = await startTestApp();
  await connect(test, service, ['shop']);
  return { service, test };
}

describe('a check for a monitoring system', () => {
  it('is critical when the service refuses the token, and so is "sync"', async () => {
    const { service, test } = await withShop();
    service.setFault('shop', { kind: 'status', status: 401 });
    expect(await notafter(test, 'sync')).toMatchObject({ code: 2, out: expect.stringMatching(/token/iu) });
    // Polling has stopped; the state is still critical.
    expect(await notafter(test, 'sync')).toMatchObject({ code: 2 });
    const { code, out, err } = await notafter(test, 'status --fail-within 14d');
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(out).toMatch(
      /^CRITICAL: 1 connection with a rejected token \(1 order\)\n {2}Production: the service rejected the access token; “notafter sync” says what to do\n\nName/u,
    );
  });

  it('is critical when an exported file has an older certificate; its JSON stays JSON', async () => {
    const { service, test } = await withShop();
    const cwd = temporaryFolder();
    await notafter(test, 'export shop --preset nginx --to . --accept-warnings', { cwd });
    await until(() => test.seen().copies.length === 1);
    expect(await notafter(test, 'status --fail-within 14d')).toMatchObject({ code: 0 });
    await service.renew('shop', { days: 300 });
    await notafter(test, 'sync');
    const lines = await notafter(test, 'status --fail-within 14d');
    expect(lines.out).toMatch(
      /^CRITICAL: 1 with outdated files \(1 order\)\n {2}Shop: not deployed: exported files have a previous certificate\n/u,
    );
    const json = await notafter(test, 'status --json --fail-within 14d');
    expect(json).toMatchObject({ code: 2, err: expect.stringMatching(/^CRITICAL: 1 with outdated files/u) });
    expect(JSON.parse(json.out).orders).toHaveLength(1);
  });

  it('is unknown for a missing order, and without any order', async () => {
    const test = await startTestApp();
    expect(await notafter(test, 'status --fail-within 14d')).toEqual({
      code: 3,
      out: 'UNKNOWN: No orders yet. Add some with “notafter orders add”.\n',
      err: '',
    });
    const named = await notafter(test, 'status --fail-within 14d nowhere');
    expect(named).toMatchObject({ code: 3, out: expect.stringMatching(/^UNKNOWN: No order is named/u) });
    const json = await notafter(test, 'status --json --fail-within 14d nowhere');
    expect(json).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/^No order is named/u) });
  });

  it('begins with the same keyword in every language', async () => {
    const { test } = await withShop();
    const terminal = { columns: 80, hasColour: false, locales: ['zh-CN'], region: '', timeZone: '' };
    const { code, out } = await notafter(test, 'status --fail-within 500w,100%', { terminal });
    expect(code).toBe(1);
    expect(out).toMatch(/^WARNING: 1 个即将到期（共 1 个订单）\n {2}Shop：证书将在 .+后到期\n\n名称/u);
  });
});

describe('notafter check', () => {
  it('is OK, and CRITICAL when the certificate ends soon', async () => {
    const { test } = await withShop();
    const fine = await notafter(test, 'check -w 2w');
    expect(fine).toMatchObject({ code: 0, err: '' });
    const { state, text, values } = readPlugin(fine.out);
    expect({ state, text }).toEqual({ state: 'OK', text: '1 order; Shop expires in 59 days' });
    expect(values['Shop']?.slice(1)).toEqual(['1209600:', '604800:']);
    const soon = await notafter(test, 'check -w 500w,100% -c 400w,100% shop');
    expect(soon).toMatchObject({ code: 2, err: '' });
    expect(readPlugin(soon.out)).toMatchObject({
      state: 'CRITICAL',
      long: [expect.stringMatching(/^Shop: the certificate expires in 59 days/u)],
    });
  });

  it('is CRITICAL for an order that is gone at the service, and UNKNOWN for one that is not in the list', async () => {
    const { service, test } = await withShop();
    service.setFault('shop', { kind: 'status', status: 404 });
    await notafter(test, 'sync');
    const gone = await notafter(test, 'check');
    expect(gone).toMatchObject({ code: 2, err: '' });
    expect(readPlugin(gone.out)).toMatchObject({
      state: 'CRITICAL',
      text: expect.stringContaining(
        'Shop: the service can’t confirm it (“The service doesn’t know this rid”)',
      ),
    });
    expect(await notafter(test, 'check nowhere')).toEqual({
      code: 3,
      out: 'CERT UNKNOWN - No order is named “nowhere”. “notafter orders list” lists all.\n',
      err: '',
    });
  });
});

describe('sync', () => {
  it('exits with 1 when an order failed for another reason', async () => {
    const { service, test } = await withShop();
    service.setFault('shop', { kind: 'status', status: 404 });
    expect(await notafter(test, 'sync')).toMatchObject({ code: 1 });
  });
});
