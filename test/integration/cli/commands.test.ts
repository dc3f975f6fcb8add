import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probeResult } from '#main/cli/commands/probe.ts';
import { syncResult } from '#main/cli/commands/sync.ts';
import { needsPosix, needsPrograms } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';
import { bytesBelow } from '#test/integration/app/secretTraces.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { notafter } from './askApp.ts';

async function watching(orders: Parameters<typeof serviceFor>[0] = { orders: 2 }) {
  const service = await serviceFor(orders);
  const test = await startTestApp();
  await connect(test, service);
  const [rid = ''] = service.rids;
  return { service, test, rid };
}

describe('status', () => {
  it('lists and counts the orders; the JSON has all known data', async () => {
    const { test, service } = await watching();
    const { code, out, err } = await notafter(test, 'status');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^Name +Status +Time left +Not after/u);
    expect(lines).toHaveLength(service.rids.length + 3);
    expect(lines.at(-1)).toMatch(/^2 orders: /u);
    const json = await notafter(test, 'status --json');
    const inventory = JSON.parse(json.out);
    expect(inventory.orders.map(({ rid }: { rid: string }) => rid).toSorted()).toEqual(
      service.rids.toSorted(),
    );
  });

  it('begins with the overall state and its reason if something expires soon', async () => {
    const service = await serviceFor({ orders: 0 });
    const { rid } = await service.addOrder({ rid: 'shop', days: 80 });
    const test = await startTestApp();
    await connect(test, service, [rid]);
    expect(await notafter(test, `status --fail-within 1d ${rid}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^OK: 1 order, nothing to do within 1d\n\nName/u),
      err: '',
    });
    const soon = await notafter(test, `status --fail-within 500w,100% ${rid}`);
    expect(soon).toMatchObject({ code: 1, err: '' });
    expect(soon.out).toMatch(
      /^WARNING: 1 expiring soon \(1 order\)\n {2}.+: the certificate expires in \d+ days.*\n\nName/u,
    );
  });

  it('uses the language of the terminal, and finds an order by its alias', async () => {
    const { test, rid } = await watching();
    const order = test.order(rid);
    okValue(await test.call('orders:setAlias', { id: order?.id ?? '', alias: '网上商店' }));
    const terminal = { columns: 60, hasColour: false, locales: ['zh-CN'], region: '', timeZone: '' };
    const { out } = await notafter(test, 'status 网上商店', { terminal });
    expect(out).toContain('网上商店');
    expect(out).toContain('1 个订单：');
  });

  it('says which argument names no order', async () => {
    const { test } = await watching();
    expect(await notafter(test, 'status nowhere')).toEqual({
      code: 3,
      out: '',
      err: 'No order is named “nowhere”. “notafter orders list” lists all.\n',
    });
  });
});

describe('sync', () => {
  it('polls now and says what was renewed', async () => {
    const { test, service, rid } = await watching();
    expect(await notafter(test, 'sync')).toMatchObject({
      code: 0,
      out: '2 checked: 0 renewed, 2 unchanged, 0 failed\n',
    });
    await service.renew(rid, { days: 300 });
    const { code, out } = await notafter(test, 'sync');
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}renewed: valid until .+\n2 checked: 1 renewed, 1 unchanged, 0 failed\n$/u);
  });

  it('prints JSON, which says whether anything changed', async () => {
    const { test, service, rid } = await watching();
    const synced = async () => {
      const { code, out, err } = await notafter(test, 'sync --json');
      return { code, err, value: syncResult(z).parse(JSON.parse(out)) };
    };
    const same = await synced();
    expect(same).toMatchObject({ code: 0, err: '', value: { changed: false } });
    expect(same.value.orders.map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
    await service.renew(rid, { days: 300 });
    const { value } = await synced();
    expect(value.changed).toBe(true);
    const renewed = value.orders.find((order) => order.rid === rid);
    expect(renewed).toMatchObject({ result: 'renewed', reason: null, text: null });
    const end = Date.parse(renewed?.notAfter ?? '');
    await until(() => test.order(rid)?.notAfter === end);
    await service.close();
    const failed = await synced();
    expect(failed).toMatchObject({ code: 1, err: '', value: { changed: false } });
    expect(failed.value.orders[0]).toMatchObject({ result: 'failed', reason: 'network' });
    expect(failed.value.orders[0]?.text).toMatch(/refuse/iu);
  });

  it('says how many orders it left, after the service stopped answering', async () => {
    const { test, service } = await watching();
    const [{ id = '' } = {}] = test.seen().connections.values();
    const rids = Array.from({ length: 40 }, (_, index) => `more-${index}`);
    await service.close();
    okValue(await test.call('orders:add', { connectionId: id, text: rids.join(' ') }));
    const { code, out, err } = await notafter(test, 'sync');
    const left = Number(/^(\d+) orders were not checked/mu.exec(err)?.[1]);
    expect(code).toBe(1);
    expect(left).toBeGreaterThan(20);
    expect(out).toContain(`${42 - left} checked:`);
  });

  it('exits with 1 when an order failed, and says why', async () => {
    const { test, service } = await watching();
    await service.close();
    const { code, out } = await notafter(test, 'sync');
    expect(code).toBe(1);
    expect(out).toMatch(/refuse/iu);
  });
});

describe('export', () => {
  it('writes a bundle, verifies it, and prints the lines for the server', needsPosix, async () => {
    const { test, rid } = await watching();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'tls'));
    const { code, out } = await notafter(test, `export ${rid} --preset nginx --to tls --accept-warnings`, {
      cwd: folder,
    });
    expect(code).toBe(0);
    const [own = ''] = readdirSync(join(folder, 'tls'));
    const key = join(folder, 'tls', own, 'privkey.pem');
    expect(readFileSync(key, 'utf8')).toContain('PRIVATE KEY');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(out).toContain(`  ${key}\n`);
    expect(out).toContain('ssl_certificate_key');
    expect(out).not.toContain('PRIVATE KEY');
    // The window shows only its own exports.
    expect(test.seen().exportJob).toBeNull();
    await until(() => test.seen().copies.length === 1);
  });

  it('writes a certificate that needs review only with the option for it, and prints the findings', async () => {
    const { service, test, rid } = await watching();
    const [lost = ''] = test.order(rid)?.domains ?? [];
    await service.renew(rid, { domains: ['big.example.com'] });
    const folder = temporaryFolder();
    const line = `export ${rid} --preset nginx --to ${folder}`;
    const refused = await notafter(test, line);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`No longer covers ${lost}`);
    expect(refused.err).toContain('--accept-warnings');
    expect(readdirSync(folder)).toEqual([]);
    expect((await notafter(test, `${line} --accept-warnings`)).code).toBe(0);
    await until(() => test.order(rid)?.findings.some(({ kind }) => kind === 'namesLost'));
    const { out } = await notafter(test, 'status');
    expect(out).toContain(`No longer covers ${lost}`);
  });

  it('over a copy ends when the command of the copy has ended', needsPrograms, async () => {
    const { test, rid, service } = await watching();
    const folder = temporaryFolder();
    const line = `export ${rid} --preset nginx --to ${folder} --replace --accept-warnings`;
    await notafter(test, line);
    await until(() => test.seen().copies.length === 1);
    test.desktop.answer = () => 1;
    const command = ['/bin/sh', '-c', `sleep 0.2; echo done > '${join(folder, 'ran')}'`];
    const [{ id } = { id: '' }] = test.seen().copies;
    okValue(await test.call('copies:setCommand', { ids: [id], command }));
    await service.renew(rid, { days: 300 });
    await notafter(test, line);
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('done\n');
  });

  it('over a copy exits with 1 and says how when its command fails', needsPrograms, async () => {
    const { test, rid, service } = await watching();
    const folder = temporaryFolder();
    const line = `export ${rid} --preset nginx --to ${folder} --replace --accept-warnings`;
    await notafter(test, line);
    await until(() => test.seen().copies.length === 1);
    test.desktop.answer = () => 1;
    const [{ id } = { id: '' }] = test.seen().copies;
    okValue(await test.call('copies:setCommand', { ids: [id], command: ['/bin/sh', '-c', 'exit 3'] }));
    await service.renew(rid, { days: 300 });
    const failed = await notafter(test, line);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('but sh exited with code 3.') });
    // Files that are up to date are not written, so their command does not run.
    expect(await notafter(test, line)).toMatchObject({ code: 0 });
  });

  it('leaves files of an earlier export alone that are up to date', async () => {
    const { test, rid } = await watching();
    const cwd = temporaryFolder();
    const line = `export ${rid} --preset nginx --to . --accept-warnings`;
    await notafter(test, line, { cwd });
    expect(await notafter(test, line, { cwd })).toMatchObject({
      code: 0,
      out: expect.stringContaining('is already up to date'),
    });
  });

  it(
    'stops at existing files of another program unless an option says what to do with them',
    needsPosix,
    async () => {
      const { test, rid } = await watching();
      const cwd = temporaryFolder();
      const line = `export ${rid} --preset nginx --to . --accept-warnings`;
      expect(await notafter(test, line, { cwd })).toMatchObject({ code: 0 });
      const [folder = ''] = readdirSync(cwd);
      writeFileSync(join(cwd, folder, 'privkey.pem'), 'of another program');
      const again = await notafter(test, line, { cwd });
      expect(again).toMatchObject({ code: 1, out: '' });
      expect(again.err).toMatch(
        /^These files already exist. Add --replace or --keep:\n {2}\/.+privkey.pem\n/u,
      );
      expect(await notafter(test, `${line} --keep`, { cwd })).toMatchObject({ code: 0, out: '' });
      expect((await notafter(test, `${line} --replace`, { cwd })).out).toContain('Written to');
    },
  );

  it.each([
    ['--preset nginy --to .', /Unknown preset “nginy”/u],
    ['--preset nginx --to nowhere', /nowhere does not exist/u],
    ['--preset iis --to .', /--passphrase-file or --passphrase-stdin/u],
  ])('says what is wrong with %s', async (options, said) => {
    const { test, rid } = await watching();
    const answer = await notafter(test, `export ${rid} ${options}`, { cwd: temporaryFolder() });
    expect(answer).toMatchObject({ code: 3, out: '', err: expect.stringMatching(said) });
  });

  it('writes PKCS#12 with a passphrase that is found nowhere afterwards', async () => {
    const { test, rid } = await watching();
    const cwd = temporaryFolder();
    const passphrase = 'correct horse battery staple';
    const given = { cwd, secret: passphrase };
    const { code, out, err } = await notafter(
      test,
      `export ${rid} --preset iis --to . --accept-warnings`,
      given,
    );
    expect(code).toBe(0);
    expect(out + err + bytesBelow(test.desktop.userData) + JSON.stringify(test.log)).not.toContain(
      passphrase,
    );
  });
});

/** Adds an endpoint of the order on this computer, and waits until it was probed. */
async function addEndpoint(test: TestApp, rid: string, port: number): Promise<void> {
  const order = test.order(rid);
  const draft = { protocol: null, serverName: order?.domains[0] ?? '', intervalMinutes: 720 };
  const text = `127.0.0.1:${port}`;
  okValue(await test.call('endpoints:add', { orderId: order?.id ?? '', text, ...draft }));
  await until(() => test.seen().endpoints.some((one) => one.port === port && one.probedAt !== null));
}

describe('probe', () => {
  it('says what each address serves, before and after a renewal that the server has not loaded', async () => {
    const { service, test, rid } = await watching({ orders: 1 });
    const folder = temporaryFolder();
    await notafter(test, `export ${rid} --preset nginx --to ${folder} --accept-warnings`);
    const [own = ''] = readdirSync(folder);
    const read = (name: string) => readFileSync(join(folder, own, name));
    const server = createServer({ key: read('privkey.pem'), cert: read('fullchain.pem') }, (socket) =>
      socket.on('error', () => undefined).end(),
    );
    server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await addEndpoint(test, rid, port);
    const [, before, , summary] = (await notafter(test, 'probe')).out.split('\n');
    expect(before).toMatch(
      new RegExp(` 127.0.0.1:${port} +127.0.0.1 +(?:Deployed|Misconfigured) +valid until .+`, 'u'),
    );
    expect(summary).toMatch(/1 address, deployed|1 of 1 misconfigured/u);

    await service.renew(rid, { days: 300 });
    await notafter(test, 'sync');
    const { code, out } = await notafter(test, `probe ${rid}`);
    expect(code).toBe(2);
    expect(out).toMatch(/ +Previous certificate +valid until .+\n\n1 of 1 not deployed\n$/u);
    const json = await notafter(test, `probe --json ${rid}`);
    expect(json).toMatchObject({ code: 2, err: '' });
    const [order] = probeResult(z).parse(JSON.parse(json.out)).orders;
    expect(order).toMatchObject({ rid, endpoints: [{ port, addresses: [{ status: 'stale' }] }] });
  });

  it('says why there is no certificate', async () => {
    const { test, rid } = await watching({ orders: 1 });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await addEndpoint(test, rid, port);
    const { code, out } = await notafter(test, 'probe');
    expect(code).toBe(1);
    expect(out).toMatch(/ +Unreachable +The connection was refused\n\n1 of 1 unreachable\n$/u);
  });
});

describe('probe without a network', () => {
  it('ends at once, and says that its results are older', async () => {
    const { test, rid } = await watching({ orders: 1 });
    const orderId = test.order(rid)?.id ?? '';
    const draft = { orderId, text: 'far.invalid', protocol: null, serverName: '' };
    test.desktop.setOnline(false);
    okValue(await test.call('endpoints:add', { ...draft, intervalMinutes: 720 }));
    const { code, err } = await notafter(test, 'probe');
    expect(code).toBe(1);
    expect(err).toContain('1 server was not checked: this computer is offline.');
  });
});

describe('probe and receive', () => {
  it('say that there is nothing to probe, and that the receiver does not listen', async () => {
    const { test } = await watching();
    expect(await notafter(test, 'probe')).toMatchObject({
      code: 0,
      err: expect.stringContaining('No servers'),
    });
    const json = JSON.parse((await notafter(test, 'probe --json')).out);
    expect(json).toEqual({ schema: 2, changed: false, missed: 0, orders: [] });
    expect(await notafter(test, 'receive')).toMatchObject({
      code: 1,
      err: 'WebHooks are off. Add one with “notafter hooks add”.\n',
    });
  });
});
