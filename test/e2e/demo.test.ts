import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { connectApp, launchApp } from '#scripts/demo/driveApp.ts';
import { forgetTokens } from '#scripts/demo/forgetTokens.ts';
import { pushRenewal, renewalLines } from '#scripts/demo/pushRenewal.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { startControlServer } from '#test/service/controlServer.ts';
import { keyringSecret } from '#test/support/e2e/desktopControl.ts';
import { temporaryFolder, testElectron } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { vaultAccountOf } from '#test/support/e2e/vaultEntry.ts';

/** Starts the app as the demo does, with a temporary profile. */
async function launchDemo() {
  const profile = await temporaryFolder();
  const env = { ...process.env, LANGUAGE: 'en' };
  const app = await launchApp({ electronFolder: testElectron().folder, profile, env, isVirtual: true });
  return { app, profile, env };
}

test('the demo connects with the app’s forms, lists every order, and leaves no token in the keyring', async () => {
  const service = await startTestService();
  await service.addOrder({ name: 'Intranet', domains: ['intranet.example', 'wiki.example'], days: 74.5 });
  const { baseUrl, caFile, token, rids } = service;
  const { app, profile, env } = await launchDemo();
  try {
    const orders = await connectApp(app, { baseUrl, caFile, token, rids: [...rids], controlUrl: baseUrl });
    expect(orders).toEqual([
      {
        name: 'B5wXe1MsYk9T',
        domains: '',
        remaining: 'unknown',
        status: expect.stringMatching(/^Failing: /),
      },
      {
        name: 'Intranet',
        domains: 'intranet.example +1',
        remaining: expect.stringMatching(/^74 days/),
        status: expect.stringMatching(/^Healthy: Warns from /),
      },
    ]);
    const [connection] = (await snapshotOf(app.window)).connections;
    const account = `token:${connection?.id}`;
    // Behind the service that it belongs to.
    expect((await keyringSecret(account))?.split(' ').at(-1)).toBe(token);
    await app.close();
    await forgetTokens(profile, env);
    expect(await keyringSecret(account)).toBeNull();
  } finally {
    await app.close();
  }
});

test('the demo lists orders that are below the view too', async () => {
  const service = await startTestService();
  const names = Array.from({ length: 15 }, (_, at) => `Order ${String(at).padStart(2, '0')}`);
  for (const [at, name] of names.entries()) await service.addOrder({ name, days: 60 + at });
  const { baseUrl, caFile, token, rids } = service;
  const { app } = await launchDemo();
  try {
    const orders = await connectApp(app, { baseUrl, caFile, token, rids: [...rids], controlUrl: baseUrl });
    expect(orders.map(({ name }) => name).filter((name) => name.startsWith('Order'))).toEqual(names);
  } finally {
    await app.close();
  }
});

test('the demo receives a renewal by push, and leaves no secret and no vault key in the keyring', async () => {
  const service = await startTestService();
  const { rid } = await service.addOrder({ name: 'Intranet', domains: ['intranet.example'], days: 2.5 });
  const control = await startControlServer(service);
  const { baseUrl, caFile, token, rids } = service;
  const { app, profile, env } = await launchDemo();
  try {
    await connectApp(app, { baseUrl, caFile, token, rids: [...rids], controlUrl: control.url });
    await service.renew(rid, { days: 90.5 });
    const renewal = await pushRenewal({
      window: app.window,
      controlUrl: control.url,
      rid,
      orderName: 'Intranet',
      folder: profile,
    });
    expect(renewal).toEqual({
      before: expect.stringMatching(/^2 d \d+ h$/),
      after: expect.stringMatching(/^90 days/),
      verdicts: [expect.stringMatching(succeeded), expect.stringMatching(succeeded)],
      inbox: [
        { verdict: 'Waiting', next: 'Looks like Intranet: link it' },
        { verdict: 'Confirmed', next: 'Ready to export' },
        { verdict: 'Confirmed', next: 'Ready to export' },
      ],
      again: {
        controlUrl: control.url,
        rid,
        address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/./),
        secretFile: expect.stringContaining(profile),
      },
    });
    expect((await stat(renewal.again.secretFile)).mode & 0o777).toBe(0o600);
    const secret = await readFile(renewal.again.secretFile, 'utf8');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(renewalLines(renewal).join('\n')).not.toContain(secret);

    const [hook] = (await snapshotOf(app.window)).receiver.hooks;
    const account = `signing:${hook?.secrets[0]?.id}`;
    expect(await keyringSecret(account)).toBe(secret);
    await app.close();
    const vault = vaultAccountOf(profile);
    expect(await keyringSecret(vault)).not.toBeNull();
    await forgetTokens(profile, env);
    expect(await keyringSecret(account)).toBeNull();
    expect(await keyringSecret(vault)).toBeNull();
  } finally {
    await app.close();
    await control.close();
  }
});

const succeeded = /^succeeded: HTTP 204 after \d+ ms$/;
