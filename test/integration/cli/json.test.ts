import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenResult } from '#main/cli/answer.ts';
import { quickResult } from '#main/cli/commands/app.ts';
import { checkResult } from '#main/cli/commands/check.ts';
import { exportResult } from '#main/cli/commands/export.ts';
import { receiveResult } from '#main/cli/commands/receive.ts';
import { errorResult } from '#main/cli/noAnswer.ts';
import { inventorySchema } from '#main/reporting/report/inventoryJson.ts';
import { z } from '#shared/zod.ts';
import { receive, signingSecret, untilVerdict } from '#test/integration/app/receiving.ts';
import { connect, serviceFor, startTestApp, temporaryFolder, until } from '#test/integration/app/testApp.ts';
import { notafter } from './askApp.ts';

async function watching() {
  const service = await serviceFor({ orders: 0 });
  const { rid } = await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'] });
  const test = await startTestApp();
  await connect(test, service);
  return { service, test, rid };
}

describe('export --json', () => {
  /** An order, and its export into a folder. */
  async function exporting() {
    const { service, test } = await watching();
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'tls'));
    const run = async (options = '') => {
      const line = `export --json shop --preset nginx --to tls${options}`;
      const { code, out, err } = await notafter(test, line, { cwd });
      const { orders, ...value } = exportResult(z).parse(JSON.parse(out));
      return { code, err, ...value, order: orders[0] };
    };
    return { service, test, run, folder: join(cwd, 'tls') };
  }

  it('says which files were written, and that nothing changes the second time', async () => {
    const { test, run, folder } = await exporting();
    const first = await run();
    expect(first).toMatchObject({ code: 0, err: '', changed: true, warnings: [] });
    const [own = ''] = readdirSync(folder);
    expect(first.order).toMatchObject({ rid: 'shop', result: 'written', reason: null, conflicts: [] });
    expect(first.order?.folder).toBe(join(folder, own));
    expect(first.order?.files).toContain(join(folder, own, 'privkey.pem'));
    expect(first.order?.fingerprint256).toBe(test.order('shop')?.fingerprint256);
    const key = readFileSync(join(folder, own, 'privkey.pem'), 'utf8');
    expect(JSON.stringify(first)).not.toContain(key.slice(40, 80));
    expect(await run()).toMatchObject({ code: 0, changed: false, order: { result: 'current', files: [] } });
  });

  it('says which files are in the way, and that they were kept', async () => {
    const { run, folder } = await exporting();
    await run();
    const [own = ''] = readdirSync(folder);
    const path = join(folder, own, 'privkey.pem');
    writeFileSync(path, 'of another program');
    const refused = { result: 'refused', reason: 'conflicts' };
    const stopped = await run();
    expect(stopped).toMatchObject({ code: 1, changed: false, order: refused });
    expect(stopped.order?.conflicts).toContain(path);
    expect(await run(' --keep')).toMatchObject({ code: 0, changed: false, order: { result: 'kept' } });
  });

  it('says what to review, and why the service gave nothing', async () => {
    const { service, run } = await exporting();
    await service.renew('shop', { domains: ['other.example'] });
    expect(await run()).toMatchObject({
      code: 1,
      changed: false,
      order: { result: 'refused', reason: 'needsReview', review: ['namesLost'] },
    });
    await service.close();
    expect(await run()).toMatchObject({
      code: 1,
      changed: false,
      order: { result: 'failed', reason: 'network', fingerprint256: null },
    });
  });
});

it('receive --json prints a line for each verdict', async () => {
  const { service, test, rid } = await watching();
  const { url } = await receive(test);
  const texts = { out: '', err: '' };
  const following = notafter(test, 'receive --json', {}, texts);
  await until(() => texts.err.includes(url.slice(0, url.indexOf('/', 10))));
  await service.deliver(rid, { url, secret: signingSecret, task: 'First' });
  await untilVerdict(test, 'First', 'unknownName');
  await until(() => texts.out.endsWith('\n'));
  const lines = texts.out.trimEnd().split('\n');
  expect(lines.map((line) => receiveResult(z).parse(JSON.parse(line)))).toEqual([
    {
      schema: 1,
      changed: false,
      delivery: expect.objectContaining({ name: 'Shop', verdict: 'waiting', reason: 'unknownName' }),
      order: null,
    },
  ]);
  await test.quit();
  await following;
});

it('quick --json says that nothing changed', async () => {
  const test = await startTestApp();
  const { code, out } = await notafter(test, 'quick --json');
  expect(code).toBe(0);
  expect(quickResult(z).parse(JSON.parse(out))).toEqual({ schema: 1, changed: false });
});

it('status --json and check --json say that nothing changed', async () => {
  const { test } = await watching();
  const status = await notafter(test, 'status --json');
  expect(inventorySchema(z).parse(JSON.parse(status.out))).toMatchObject({ changed: false });
  const check = await notafter(test, 'check --json');
  expect(checkResult(z).parse(JSON.parse(check.out))).toMatchObject({
    ...{ changed: false, state: 'OK', exitCode: check.code },
    orders: [{ rid: 'shop', reasons: [] }],
  });
  const unknown = await notafter(test, 'check --json nowhere');
  expect(checkResult(z).parse(JSON.parse(unknown.out))).toMatchObject({ state: 'UNKNOWN', counts: null });
  expect(unknown.code).toBe(3);
});

it.each(['metrics', 'config export'])('%s --out --json says whether the file changed', async (command) => {
  const { test } = await watching();
  const cwd = temporaryFolder();
  const run = async () => {
    const { code, out, err } = await notafter(test, `${command} --out file --json`, { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return writtenResult(z).parse(JSON.parse(out));
  };
  const file = join(cwd, 'file');
  expect(await run()).toEqual({ schema: 1, changed: true, file });
  expect(await run()).toEqual({ schema: 1, changed: false, file });
  writeFileSync(file, 'another');
  expect(await run()).toEqual({ schema: 1, changed: true, file });
});

it('config export --json without a file prints the same as without the option', async () => {
  const { test } = await watching();
  const plain = await notafter(test, 'config export');
  expect(await notafter(test, 'config export --json')).toEqual(plain);
});

it.each([
  ['connections remove Production', 'needsYes', 'Repeat the command with --yes.'],
  [['connections', 'add', 'http://[', '--name', 'Other', '--token-stdin'], 'invalidInput', 'address'],
  ['endpoints add shop a..b', 'invalidInput', ''],
  [['orders', 'tag', 'shop', '--add', 'x'.repeat(51)], 'invalidInput', '50'],
  ['config import gone.json', 'fileSystem', 'gone.json'],
  ['receive', 'receiverOff', 'WebHooks are off.'],
])('%s --json says in JSON why nothing was done', async (line, kind, message) => {
  const { test } = await watching();
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { code, out, err } = await notafter(test, [...words, '--json'], { secret: 'token' });
  expect(code).toBe(1);
  const { error, changed } = errorResult(z).parse(JSON.parse(out));
  expect({ changed, kind: error.kind }).toEqual({ changed: false, kind });
  expect(error.message).toContain(message);
  expect(err.replaceAll('\n', ' ').trim()).toBe(error.message);
  // Without the option, standard output is empty.
  expect((await notafter(test, words, { secret: 'token' })).out).toBe('');
});
