import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DbusSecretService } from '#main/credentials/secrets/dbusSecretService.ts';
import { Keychain, keychainPlatform } from '#main/credentials/secrets/keychain.ts';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { KeytarClient } from '#main/credentials/secrets/keytarClient.ts';
import { KeychainVault } from '#main/credentials/vault/keychainVault.ts';
import type { OpenVault, SealedAbout } from '#main/credentials/vault/vault.ts';
import { systemClock } from '#main/platform/time.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createVaultRepository } from '#main/storage/vaultRepository.ts';
import { ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { ForkedSecretHost } from '#test/support/forkedSecretHost.ts';
import { startPrivateSession } from '#test/support/secretService.ts';

const about: SealedAbout = { purpose: 'deliveryKey', subject: 'd1', fingerprint256: 'AB' };

function opened(result: Result<OpenVault>): OpenVault {
  if (!result.ok) throw new Error(`not open: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** One run of the app on a database file and a keyring, which answers without a limit of time. */
function start(env: NodeJS.ProcessEnv, file: string) {
  const { scheduler } = createFakeTime();
  const platform = keychainPlatform('linux');
  const client = new KeytarClient(new ForkedSecretHost(env, []), scheduler, platform.notLoadedDetail);
  const keychain = new Keychain(platform, client, new DbusSecretService(env, scheduler));
  const secrets = new KeychainSecrets(keychain);
  const database = openDatabase(file);
  if (!database.ok) throw new Error(JSON.stringify(database.error));
  const vault = new KeychainVault({
    confirmStartOver: async () => ok(null),
    repository: createVaultRepository(database.value),
    secrets,
    clock: systemClock,
    scheduler,
    randomBytes,
    memoryKeys: () => 0,
  });
  const stop = () => {
    vault.dispose();
    client.dispose();
    database.value.dispose();
  };
  onTestFinished(stop);
  return { vault, secrets, keychain, stop };
}

it('the vault key is created once, found after a restart, awaited while locked, and reported as lost when it is gone', async () => {
  const { env, lock, unlock, stop } = await startPrivateSession('unlocked');
  onTestFinished(stop);
  const folder = mkdtempSync(join(tmpdir(), 'notafter-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'notafter.db');

  const first = start(env, file);
  expect(first.vault.state()).toEqual({ kind: 'empty' });
  const sealed = opened(await first.vault.open()).seal(Buffer.from('a private key'), about);
  const [account = ''] = first.vault.accounts();
  const key = await first.keychain.get(account);
  first.stop();

  await lock();
  const second = start(env, file);
  await second.secrets.load(second.vault.accounts());
  const locked = { kind: 'keychainLocked' } as const;
  expect(second.vault.state()).toEqual({ kind: 'unavailable', error: locked, keys: 0 });
  expect(await second.vault.open()).toEqual({ ok: false, error: locked });
  await unlock();
  await second.secrets.recover();
  const plain = opened(await second.vault.open()).unseal(sealed, about);
  expect(plain).toEqual({ ok: true, value: Buffer.from('a private key') });
  expect(await second.keychain.get(account)).toEqual(key);
  await second.keychain.delete(account);
  second.stop();

  const third = start(env, file);
  expect(await third.vault.open()).toEqual({ ok: false, error: { kind: 'vaultKey', reason: 'missing' } });
  expect(third.vault.state()).toEqual({ kind: 'keyMissing', keys: 0 });
  expect(await third.keychain.get(account)).toEqual({ ok: true, value: null });
  expect(await third.vault.startOver()).toEqual({ ok: true, value: null });
  expect(opened(await third.vault.open()).unseal(sealed, about).ok).toBe(false);
});

it('two profiles on one keychain have separate vaults, and a reset of one does not change the other', async () => {
  const { env, stop } = await startPrivateSession('unlocked');
  onTestFinished(stop);
  const folder = mkdtempSync(join(tmpdir(), 'notafter-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mine = start(env, join(folder, 'mine.db'));
  const other = start(env, join(folder, 'other.db'));
  const sealed = opened(await mine.vault.open()).seal(Buffer.from('a private key'), about);
  expect(opened(await other.vault.open()).unseal(sealed, about).ok).toBe(false);
  const [account = ''] = other.vault.accounts();
  await other.keychain.delete(account);
  other.stop();

  const again = start(env, join(folder, 'other.db'));
  expect((await again.vault.open()).ok).toBe(false);
  expect(await again.vault.startOver()).toEqual({ ok: true, value: null });
  mine.stop();
  const kept = start(env, join(folder, 'mine.db'));
  expect(opened(await kept.vault.open()).unseal(sealed, about).ok).toBe(true);
});

it('a token and a vault key stored by version 0.1.0 are found, also if the keychain was locked at first', async () => {
  const { env, lock, unlock, stop } = await startPrivateSession('unlocked');
  onTestFinished(stop);
  const folder = mkdtempSync(join(tmpdir(), 'notafter-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'notafter.db');
  const before = start(env, file);
  const sealed = opened(await before.vault.open()).seal(Buffer.from('a private key'), about);
  const [account = ''] = before.vault.accounts();
  const key = await before.keychain.get(account);
  if (!key.ok || key.value === null) throw new Error('no key');
  await before.keychain.delete(account);
  before.stop();
  // The entries as that version wrote them, whatever this one calls itself.
  for (const [name, secret] of [
    [account, key.value],
    ['token:a', 'the token'],
  ] as const) {
    const args = ['store', '--label', `NotAfter/${name}`, 'service', 'NotAfter', 'account', name];
    execFileSync('secret-tool', args, { env, input: secret });
  }

  await lock();
  const now = start(env, file);
  await now.secrets.load([...now.vault.accounts(), 'token:a']);
  expect((await now.vault.open()).ok).toBe(false);
  await unlock();
  await now.secrets.recover();
  expect(opened(await now.vault.open()).unseal(sealed, about).ok).toBe(true);
  expect(await now.keychain.get('token:a')).toEqual({ ok: true, value: 'the token' });
});
