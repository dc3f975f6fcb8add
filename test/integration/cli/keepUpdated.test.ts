import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connect, serviceFor, startTestApp, temporaryFolder, until } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, notafter } from './askApp.ts';

async function shop() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service, ['shop']);
  const target = temporaryFolder();
  return { service, profile, test, target, line: `export shop --preset nginx --to ${target}` };
}

it('files that are exported with --keep-updated are kept up to date, new ones and current ones', async () => {
  const { service, profile, test, line } = await shop();
  await notafter(test, line);
  await until(() => test.seen().copies[0]?.autoRefresh === false);
  expect(await notafter(test, `${line} --keep-updated`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('already up to date'),
  });
  await until(() => test.seen().copies[0]?.autoRefresh === true);
  await test.quit();
  const other = line.replace(/--to .+/u, `--to ${temporaryFolder()}`);
  const without = (words: string) => alone(new FakeDesktop(profile), words);
  expect(await without(`${other} --keep-updated`)).toMatchObject({ code: 0, err: '' });
  await service.renew('shop', { days: 300 });
  expect(await without('update')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\n2 updated, 0 up to date, 0 not updated\n$/u),
  });
});

it('files that need a passphrase can’t be kept up to date, and nothing is written', async () => {
  const { test, target } = await shop();
  const line = `export shop --preset iis --to ${target} --keep-updated`;
  expect(await notafter(test, line, { secret: 'correct horse battery staple' })).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('PKCS#12'),
  });
  expect(readdirSync(target)).toEqual([]);
});
