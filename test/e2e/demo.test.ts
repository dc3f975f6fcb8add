import { expect, test } from 'vitest';
import { connectApp, launchApp } from '#scripts/demo/driveApp.ts';
import { forgetTokens } from '#scripts/demo/forgetTokens.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { keyringSecret } from '#test/support/e2e/desktopHand.ts';
import { temporaryFolder, testElectron } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';

test('the demo connects by the forms of the app, lists every order, and leaves no token in the keyring', async () => {
  const service = await startTestService();
  await service.addOrder({ name: 'Intranet', domains: ['intranet.example', 'wiki.example'], days: 74.5 });
  const { baseUrl, caFile, token, rids } = service;
  const profile = await temporaryFolder();
  const env = { ...process.env, LANGUAGE: 'en' };
  const app = await launchApp({ electronFolder: testElectron().folder, profile, env, isVirtual: true });
  try {
    const orders = await connectApp(app, { baseUrl, caFile, token, rids: [...rids], controlUrl: baseUrl });
    expect(orders).toEqual([
      {
        name: 'Intranet',
        domains: 'intranet.example +1',
        remaining: expect.stringMatching(/^74 days/),
        status: expect.stringMatching(/^Healthy: warning from /),
      },
      {
        name: 'B5wXe1MsYk9T',
        domains: '',
        remaining: 'unknown',
        status: expect.stringMatching(/^Failing: /),
      },
    ]);
    const [connection] = (await snapshotOf(app.window)).connections;
    const account = `token:${connection?.id}`;
    expect(await keyringSecret(account)).toBe(token);
    await app.close();
    await forgetTokens(profile, env);
    expect(await keyringSecret(account)).toBeNull();
  } finally {
    await app.close();
  }
});
