import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createReceiverConfigRepository } from '#main/storage/receiverRepositories.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { freePort } from '#test/integration/app/receiving.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { runCommandLine, typeCommand } from '#test/support/e2e/terminal.ts';

const secret = 'SENTINEL-signing-secret-4c1d';

/** A data folder whose receiver listens on a port of 127.0.0.1, as it was set in the window. */
async function profileWithReceiver(port: number): Promise<string> {
  const profile = await temporaryFolder();
  const opened = openDatabase(join(profile, DATABASE_FILE));
  if (!opened.ok) throw new Error(opened.error.kind);
  createReceiverConfigRepository(opened.value).save({ ...defaultReceiverConfig, port });
  opened.value.dispose();
  return profile;
}

test('without Electron a configuration is imported, and a delivery is received with secrets from files', async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const port = await freePort();
  const [profile, folder] = [await profileWithReceiver(port), await temporaryFolder()];
  const give = (name: string, text: string) => writeFile(join(folder, name), `${text}\n`, { mode: 0o600 });
  await give('notafter-token-work', `${service.baseUrl} ${service.token}`);
  await give('notafter-signing-push', secret);
  await give('notafter-vault-key', randomBytes(32).toString('base64'));
  const configuration = {
    ...{ format: 'notafter-configuration', version: 1 },
    connections: [{ name: 'Work', address: service.baseUrl }],
    orders: [{ connection: 'Work', rid: 'shop', tags: ['team:web'] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(configuration));
  const options = { program: 'server', env: { CREDENTIALS_DIRECTORY: folder }, cwd: folder } as const;
  const typed = (line: string) => runCommandLine({ profile }, line.split(' '), options);

  const previewed = await typed('config import --dry-run config.json');
  expect(previewed).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Work') });
  expect((await typed('orders list')).out).not.toContain('shop');
  expect(await typed('config import config.json')).toMatchObject({ code: 0, err: '' });
  expect((await typed('orders list')).out).toContain('team:web');
  const trust = `connections add ${service.baseUrl} --name Work --token-credential --ca-file ${service.caFile}`;
  expect(await typed(trust)).toMatchObject({ code: 0, err: '' });
  const hook = 'hooks add --name Push --path /in --secret-credential';
  expect(await typed(hook)).toMatchObject({ code: 0, err: '', out: 'Push  /in\n' });

  const running = typeCommand({ profile }, ['run'], options);
  await expect.poll(running.err, { timeout: 30_000 }).toContain(`Receiving at http://127.0.0.1:${port}`);
  await expect.poll(running.err, { timeout: 30_000 }).toContain('Shop: fetched');
  const url = `http://127.0.0.1:${port}/in`;
  expect(await service.deliver('shop', { url, secret: 'another-secret' })).toMatchObject({ status: 401 });
  expect(await service.deliver('shop', { url, secret })).toMatchObject({ status: 204 });
  await expect.poll(running.err, { timeout: 30_000 }).toContain('Shop by Push: Waiting');
  expect(running.err()).not.toContain(secret);
  running.signal('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
});
