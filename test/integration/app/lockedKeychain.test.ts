import { describe, expect, it } from 'vitest';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { delivered, listening, signingSecret } from './receiving.ts';
import { receiving } from './receivingApp.ts';
import { startTestApp, temporaryFolder, until } from './testApp.ts';

const secret = signingSecret;

describe('a keychain', () => {
  it('that is locked causes a 503, and later deliveries are stored in the vault', async () => {
    const secretProcess = new FakeSecretHost();
    const { statusOf, test, tasks } = await receiving({ secretProcess });
    secretProcess.refusal = 'Cannot get secret of a locked object';
    expect(await statusOf('Locked')).toBe(503);
    await until(() => test.seen().receiver.vault.kind === 'unavailable');
    expect(test.seen().receiver.vault).toMatchObject({ error: { kind: 'keychainLocked' } });
    expect(tasks()).toEqual([]);
    secretProcess.refusal = null;
    await test.call('vault:retry', null);
    expect(await statusOf('Unlocked')).toBe(204);
    await until(() => delivered(test, 'Unlocked')?.key === 'vault');
  });

  it('that is locked at the start causes a 503, because signatures cannot be checked', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, at } = await receiving(profile);
    await test.quit();
    profile.secretProcess.refusal = 'Cannot get secret of a locked object';
    const again = await startTestApp(profile);
    await listening(again, at.port);
    const sending = { url: at.url, secret, task: 'Locked' };
    expect(await service.deliver('shop', sending)).toMatchObject({ status: 503 });
    profile.secretProcess.refusal = null;
    again.desktop.unlockScreen();
    await until(() => again.seen().receiver.hooks[0]?.secrets[0]?.state.kind === 'keychain');
    expect(await service.deliver('shop', sending)).toMatchObject({ status: 204 });
    await until(() => delivered(again, 'Locked')?.key === 'vault');
  });

  it('that is missing stores nothing without consent, and with consent until the app quits', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    profile.secretProcess.isLoadable = false;
    const refusing = await startTestApp(profile);
    const draft = { name: 'Push', path: null, secret };
    expect(await refusing.call('hooks:add', draft)).toMatchObject({ error: { kind: 'keychainUnavailable' } });
    await refusing.quit();
    const { test, statusOf } = await receiving({ ...profile, consent: true });
    expect(await statusOf('Memory')).toBe(204);
    await until(() => delivered(test, 'Memory')?.key === 'memory');
    expect(test.seen().receiver.vault).toEqual({ kind: 'memoryOnly', keys: 1 });
    await test.quit();
    const again = await startTestApp(profile);
    expect(delivered(again, 'Memory')).toMatchObject({ key: 'gone', verdict: { kind: 'waiting' } });
  });

  it('that starts later takes entries from memory into the vault, where they are after a restart', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    profile.secretProcess.isLoadable = false;
    const { test, statusOf } = await receiving({ ...profile, consent: true });
    expect(await statusOf('Memory')).toBe(204);
    await until(() => delivered(test, 'Memory')?.key === 'memory');
    profile.secretProcess.isLoadable = true;
    await test.call('keychain:retry', null);
    await until(() => delivered(test, 'Memory')?.key === 'vault');
    expect(test.seen().receiver.vault).toEqual({ kind: 'ready', keys: 1 });
    expect(await statusOf('Vault')).toBe(204);
    await until(() => delivered(test, 'Vault')?.key === 'vault');
    await test.quit();
    const again = await startTestApp(profile);
    expect(again.seen().inbox.map(({ key }) => key)).toEqual(['vault', 'vault']);
    await until(() => again.seen().receiver.hooks[0]?.secrets[0]?.state.kind === 'keychain');
  });
});
