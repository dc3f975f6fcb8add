import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportResult } from '#main/cli/commands/export.ts';
import { z } from '#shared/zod.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { alone, notafter } from './askApp.ts';

/** Three orders, and a folder for their files. */
async function withOrders() {
  const service = await serviceFor({ orders: 0 });
  for (const rid of ['shop', 'mail', 'wiki'])
    await service.addOrder({ rid, name: rid, domains: [`${rid}.example`], days: 60 });
  const test = await startTestApp();
  await connect(test, service, ['shop', 'mail', 'wiki']);
  const target = temporaryFolder();
  const options = `--preset nginx --to ${target}`;
  const run = (words: string) => notafter(test, `export ${words} ${options}`);
  const results = async (words: string) => {
    const { code, out, err } = await run(`--json ${words}`);
    const { orders, changed } = exportResult(z).parse(JSON.parse(out));
    const ofOrders = Object.fromEntries(orders.map(({ rid, result, reason }) => [rid, [result, reason]]));
    return { code, err, changed, ...ofOrders };
  };
  return { service, test, target, options, run, results };
}

const written = ['written', null];
const current = ['current', null];

it('one process exports all orders, and the next time only those that changed', async () => {
  const { service, target, run, results } = await withOrders();
  const all = await results('--all');
  expect(all).toEqual({ code: 0, err: '', changed: true, shop: written, mail: written, wiki: written });
  expect(readdirSync(target)).toHaveLength(3);
  await service.renew('mail', { days: 300 });
  expect(await results('mail shop')).toEqual({
    code: 0,
    err: '',
    changed: true,
    mail: written,
    shop: current,
  });
  const { code, out } = await run('--all');
  expect({ code, lines: out.match(/is already up to date/gu) }).toMatchObject({
    code: 0,
    lines: { length: 3 },
  });
});

it('what stops one order stops no other, and the exit code is the worst', async () => {
  const { service, target, run, results } = await withOrders();
  await results('--all');
  const folder = readdirSync(target).find((name) => name.startsWith('shop')) ?? '';
  const key = join(target, folder, 'privkey.pem');
  writeFileSync(key, 'of another program');
  await service.renew('mail', { domains: ['other.example'] });
  await service.renew('wiki', { days: 300 });
  expect(await results('--all')).toMatchObject({
    ...{ code: 1, changed: true, wiki: written },
    ...{ shop: ['refused', 'conflicts'], mail: ['refused', 'needsReview'] },
  });
  expect(readFileSync(key, 'utf8')).toBe('of another program');
  const { err } = await run('--all');
  expect(err).toContain(`  ${key}\n`);
  expect(err).toContain('Not written: mail. Add --accept-warnings to write this certificate anyway.\n');
});

it('an order that the service does not give is named, and the others are written', async () => {
  const { service, target, run } = await withOrders();
  service.removeOrder('mail');
  const { code, out, err } = await run('shop mail');
  expect(code).toBe(1);
  expect(out).toContain(`Written to ${target}`);
  expect(err).toMatch(/^mail: /mu);
});

it('an unknown order or a folder that is gone is no answer, and nothing is written', async () => {
  const { target, run } = await withOrders();
  expect(await run('shop nowhere')).toMatchObject({ code: 3, out: '' });
  expect(readdirSync(target)).toEqual([]);
  rmSync(target, { recursive: true });
  expect(await run('--all')).toMatchObject({ code: 3, out: '' });
});

it('exports all orders without the running app too', async () => {
  const { test, options } = await withOrders();
  const { userData, secretProcess } = test.desktop;
  await test.quit();
  const answer = await alone(new FakeDesktop({ userData, secretProcess }), `export --all --json ${options}`);
  const { orders } = exportResult(z).parse(JSON.parse(answer.out));
  expect({ code: answer.code, results: orders.map(({ result }) => result) }).toEqual({
    code: 0,
    results: ['written', 'written', 'written'],
  });
});
