import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { wordsOf } from '#scripts/demo/windowSteps.ts';
import { repository } from '#shared/repository.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { type Installation, installFromArchive, startPackaged } from '#test/support/e2e/packagedApp.ts';
import { trustingHome } from '#test/support/e2e/trustingHome.ts';
import { startUpdateFeed } from '#test/support/e2e/updateFeed.ts';
import { newFeedKey } from '#test/support/signedFeed.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

let installed: Installation;
const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  response.end('version: 9.0.0\n');
});

const key = newFeedKey();

beforeAll(async () => {
  vi.stubEnv('NOTAFTER_UPDATE_KEYS', key.text);
  // The archive that all files share has no key.
  vi.stubEnv('NOTAFTER_TEST_SHARED', undefined);
  installed = await installFromArchive();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
});

test('the packaged app has the releases of the project as its feed', async () => {
  const config = parse(await readFile(join(installed.resources, 'app-update.yml'), 'utf8'));
  expect(config).toMatchObject({ provider: 'github', owner: repository.owner, repo: repository.name });
});

test('the packaged app takes a feed over TLS with its own key’s signature, and none with a key of the environment', async () => {
  const certificate = await selfSigned('localhost', true, ['localhost']);
  const feed = await startUpdateFeed(certificate);
  const home = await trustingHome(certificate.pem);
  const config = await readFile(feed.config, 'utf8');
  const appUpdate = join(installed.resources, 'app-update.yml');
  const before = await readFile(appUpdate, 'utf8');
  onTestFinished(() => writeFile(appUpdate, before));
  await writeFile(appUpdate, config.replace('127.0.0.1', 'localhost'));
  const app = await startPackaged(installed, await temporaryFolder(), { env: { ...feed.env, HOME: home } });
  const page = await app.window();
  const t = await wordsOf(page);
  await page.getByRole('button', { name: t('help.open') }).click();
  const check = page.getByRole('button', { name: t('help.update.check') });
  feed.offer({});
  await check.click();
  await page.getByText(t('help.update.problem.forged')).waitFor();
  feed.offer({ key });
  await check.click();
  await page
    .getByText(/NotAfter 9\.0\.0 \(.+\) is available\./u)
    .first()
    .waitFor();
  await page.getByText(t('help.update.age.today')).waitFor();
});

test('the packaged app uses no feed without TLS, not even on this computer, and none from the environment', async () => {
  const { port } = server.address() as AddressInfo;
  const config = `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: notafter-updater\n`;
  const named = join(await temporaryFolder(), 'app-update.yml');
  await writeFile(named, config);
  const start = async () => {
    const app = await startPackaged(installed, await temporaryFolder(), {
      env: { NOTAFTER_UPDATE_CONFIG: named },
    });
    const page = await app.window();
    const t = await wordsOf(page);
    await page.getByRole('button', { name: t('help.open') }).click();
    return { app, page, t };
  };

  await rm(join(installed.resources, 'app-update.yml'));
  const without = await start();
  await without.page.getByText(without.t('help.update.noFeed')).waitFor();
  process.kill(without.app.pid);
  await without.app.ended;

  await writeFile(join(installed.resources, 'app-update.yml'), config);
  const { page, t } = await start();
  await page.getByRole('button', { name: t('help.update.check') }).click();
  await page.getByText(t('help.update.problem.unreachable')).waitFor();
  expect(asked).toEqual([]);

  // The licences are beside the archive.
  await page.getByRole('button', { name: t('help.about.show') }).click();
  const others = page.getByRole('textbox', { name: t('help.licences.others') });
  expect(await others.inputValue()).toMatch(/^## keytar$/mu);
});
