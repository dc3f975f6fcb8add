import { afterEach, describe, expect, it } from 'vitest';
import { DbusSecretService } from '#main/credentials/secrets/dbusSecretService.ts';
import { Keychain, keychainPlatform } from '#main/credentials/secrets/keychain.ts';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { KeytarClient } from '#main/credentials/secrets/keytarClient.ts';
import { tokensIn } from '#main/credentials/secrets/secretsById.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { ForkedSecretHost } from '#test/support/forkedSecretHost.ts';
import { withoutLibsecret } from '#test/support/keytarWithoutLibsecret.ts';
import { type KeyringKind, type PrivateSession, startPrivateSession } from '#test/support/secretService.ts';

const cleanUps: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function session(keyring: KeyringKind): Promise<PrivateSession> {
  const started = await startPrivateSession(keyring);
  cleanUps.push(() => started.stop());
  return started;
}

function keychainIn(env: NodeJS.ProcessEnv, execArgv: readonly string[] = []): Keychain {
  const platform = keychainPlatform('linux');
  const host = new ForkedSecretHost(env, execArgv);
  const client = new KeytarClient(host, systemScheduler, platform.notLoadedDetail);
  cleanUps.push(() => client.dispose());
  return new Keychain(platform, client, new DbusSecretService(env, systemScheduler));
}

const done = { ok: true, value: null };
const locked = { ok: false, error: { kind: 'keychainLocked' } };
const noService = {
  ok: false,
  error: { kind: 'keychainUnavailable', detail: 'org.freedesktop.secrets' },
};

describe('the keychain on a real Secret Service', () => {
  it('stores a secret, returns it to another process, and deletes it', async () => {
    const { env } = await session('unlocked');
    const keychain = keychainIn(env);

    expect(await keychain.get('token:a')).toEqual({ ok: true, value: null });
    expect(await keychain.set('token:a', 'first')).toEqual(done);
    expect(await keychain.set('token:a', 'sécret \u{1f511}')).toEqual(done);
    expect(await keychainIn(env).get('token:a')).toEqual({ ok: true, value: 'sécret \u{1f511}' });
    expect(await keychain.delete('token:a')).toEqual(done);
    expect(await keychain.get('token:a')).toEqual({ ok: true, value: null });
    expect(await keychain.delete('token:a')).toEqual(done);
  });

  it('does not report an entry as missing while the keyring is locked', async () => {
    const { env, lock, unlock } = await session('unlocked');
    const keychain = keychainIn(env);
    await keychain.set('token:a', 'secret');
    await lock();

    expect(await keychain.get('token:a')).toEqual(locked);
    expect(await keychain.set('token:a', 'other')).toEqual(locked);
    expect(await keychain.delete('token:a')).toEqual(locked);

    await unlock();
    expect(await keychain.get('token:a')).toEqual({ ok: true, value: 'secret' });
  });

  it('counts a service without any collection as locked: storing would need a prompt', async () => {
    const { env } = await session('empty');
    expect(await keychainIn(env).get('token:a')).toEqual(locked);
  });

  it('reports that the desktop cannot ask if a keyring is locked and there is no display', async () => {
    const { env } = await session('locked');
    expect(await keychainIn(env).unlock()).toEqual({ ok: false, error: { kind: 'keychainDenied' } });
  });

  it('reports when no Secret Service runs', async () => {
    const { env } = await session('none');
    const keychain = keychainIn(env);
    expect(await keychain.get('token:a')).toEqual(noService);
    expect(await keychain.set('token:a', 'secret')).toEqual(noService);
    expect(await keychain.unlock()).toEqual(noService);
  });

  it('reports when there is no session bus', async () => {
    const unavailable = (detail: string) => ({ ok: false, error: { kind: 'keychainUnavailable', detail } });
    expect(await keychainIn({}).get('token:a')).toEqual(unavailable('D-Bus'));

    const { env, stop } = await session('unlocked');
    await stop();
    const gone = await keychainIn(env).get('token:a');
    expect(gone).toEqual(unavailable(expect.stringContaining('ENOENT')));
  });

  it('detects a service that ends between two calls', async () => {
    const { env, endKeyring } = await session('unlocked');
    const keychain = keychainIn(env);
    expect(await keychain.set('token:a', 'secret')).toEqual(done);
    await endKeyring();
    expect(await keychain.get('token:a')).toEqual(noService);
  });

  it('finds a service that was restarted, at once', async () => {
    const { env, restartKeyring } = await session('unlocked');
    const keychain = keychainIn(env);
    expect(await keychain.set('token:a', 'secret')).toEqual(done);
    await restartKeyring();
    expect(await keychain.get('token:a')).toEqual({ ok: true, value: 'secret' });
    await restartKeyring();
    expect(await keychain.set('token:a', 'other')).toEqual(done);
    expect(await keychain.get('token:a')).toEqual({ ok: true, value: 'other' });
  });

  it('names the library when keytar cannot be loaded without libsecret', async () => {
    const { env } = await session('unlocked');
    const broken = await withoutLibsecret();
    cleanUps.push(broken.remove);
    expect(await keychainIn(env, broken.execArgv).get('token:a')).toEqual({
      ok: false,
      error: { kind: 'keychainUnavailable', detail: 'libsecret-1.so.0' },
    });
  });

  it('continues with a new process after its process was killed', async () => {
    const { env } = await session('unlocked');
    const host = new ForkedSecretHost(env);
    const client = new KeytarClient(host, systemScheduler, '');
    cleanUps.push(() => client.dispose());
    await client.call({ operation: 'set', account: 'token:a', secret: 'secret' }, 10_000);
    const exited = new Promise((resolve) => host.children[0]?.on('exit', resolve));
    host.children[0]?.kill('SIGKILL');
    await exited;
    expect(await client.call({ operation: 'get', account: 'token:a' }, 10_000)).toEqual({
      ok: true,
      value: 'secret',
    });
    expect(host.children).toHaveLength(2);
  });
});

describe('access tokens on a real Secret Service', () => {
  it('survive a restart of the application', async () => {
    const { env } = await session('unlocked');
    expect(await tokensIn(new KeychainSecrets(keychainIn(env))).set('a', 'token-a')).toEqual(done);

    const secrets = new KeychainSecrets(keychainIn(env));
    const restarted = tokensIn(secrets);
    await secrets.load(['token:a', 'token:b']);
    expect(restarted.state('a')).toEqual({ kind: 'keychain' });
    expect(restarted.state('b')).toEqual({ kind: 'absent' });
    expect(await restarted.get('a')).toEqual({ ok: true, value: 'token-a' });
  });

  it('stay in memory with consent while the keyring is locked, and move into it when it is unlocked', async () => {
    const { env, lock, unlock } = await session('unlocked');
    await lock();
    const secrets = new KeychainSecrets(keychainIn(env));
    const tokens = tokensIn(secrets);
    expect(await tokens.set('a', 'token-a')).toEqual(locked);
    secrets.setMemoryConsent(true);
    expect(await tokens.set('a', 'token-a')).toEqual(done);
    expect(tokens.state('a')).toEqual({ kind: 'memory' });

    await unlock();
    await secrets.retry(['token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(secrets.monitor.view().state).toEqual({ kind: 'ready', backend: 'Secret Service' });
    expect(await keychainIn(env).get('token:a')).toEqual({ ok: true, value: 'token-a' });
  });

  it('are used from memory when the keyring is replaced, and each is missing after a restart', async () => {
    const { env, restartKeyring } = await session('unlocked');
    const secrets = new KeychainSecrets(keychainIn(env));
    const tokens = tokensIn(secrets);
    for (const id of ['a', 'b']) await tokens.set(id, `token-${id}`);
    await restartKeyring(true);
    expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
    const restarted = new KeychainSecrets(keychainIn(env));
    expect(await tokensIn(restarted).set('a', 'token-c')).toEqual(done);
    await restarted.load(['token:a', 'token:b']);
    expect(['a', 'b'].map((id) => tokensIn(restarted).state(id).kind)).toEqual(['keychain', 'absent']);
  });

  it('are still used from memory when the service ends', async () => {
    const { env, endKeyring } = await session('unlocked');
    const secrets = new KeychainSecrets(keychainIn(env));
    const tokens = tokensIn(secrets);
    await tokens.set('a', 'token-a');
    await endKeyring();
    expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
    expect(await tokens.set('a', 'token-b')).toEqual(noService);
    expect(secrets.monitor.view().state.kind).toBe('unavailable');
    expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
  });
});
