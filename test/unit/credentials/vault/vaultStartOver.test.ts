import { describe, expect, it } from 'vitest';
import { about, account, full, locked, opened, setUpUsed } from './vaultHarness.ts';

const done = { ok: true, value: null };
const failed = (error: object) => ({ ok: false, error });
const otherKey = Buffer.alloc(32, 7).toString('base64');

describe('starting over', () => {
  it('deletes the stored keys, and the next use creates a new vault key', async () => {
    const { restart, keychain, sealed } = await setUpUsed();
    keychain.entries.set(account, otherKey);
    const { vault, repository, events } = restart();
    await vault.open();
    expect(await vault.startOver()).toEqual(done);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(keychain.entries.size).toBe(0);
    expect(events).toEqual(['keyWrong', 'empty', 'forgot vault']);
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(false);
    expect(keychain.entries.get(account)).not.toBe(otherKey);
    expect(repository.log).toEqual(['saveCheck', 'forgetAll', 'saveCheck']);
  });

  it('deletes nothing without the consent of the user, or when the key is back by then', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    const key = keychain.entries.get(account) ?? '';
    keychain.entries.delete(account);
    const { vault, person } = restart();
    await vault.open();
    const declined = failed({ kind: 'consent', reason: 'declined' });
    person.says = async () => ({ ok: false, error: { kind: 'consent', reason: 'declined' } });
    expect(await vault.startOver()).toEqual(declined);
    expect(person.asked).toEqual([1]);
    person.says = async () => {
      keychain.entries.set(account, key);
      await vault.retry();
      return { ok: true, value: null };
    };
    expect(await vault.startOver()).toEqual(done);
    expect(vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(repository.log).toEqual(['saveCheck']);
  });

  it('deletes nothing in any other state', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    const { vault } = restart();
    expect(await vault.startOver()).toEqual(done);
    keychain.failure = locked;
    await vault.open();
    expect(await vault.startOver()).toEqual(done);
    keychain.failure = null;
    await vault.open();
    expect(await vault.startOver()).toEqual(done);
    expect(repository.log).toEqual(['saveCheck']);
    expect(keychain.entries.size).toBe(1);
  });

  it('deletes nothing when the disk fails', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    keychain.entries.delete(account);
    const { vault } = restart();
    await vault.open();
    repository.failure = full;
    expect(await vault.startOver()).toEqual(failed(full));
    expect(vault.state()).toEqual({ kind: 'keyMissing', keys: 1 });
  });

  it('reports when the wrong key stays in the keychain, and can be repeated', async () => {
    const { restart, keychain } = await setUpUsed();
    keychain.entries.set(account, 'no key');
    const { vault } = restart();
    await vault.open();
    keychain.failure = locked;
    expect(await vault.startOver()).toEqual(failed(locked));
    keychain.failure = null;
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'wrong' }));
    expect(await vault.startOver()).toEqual(done);
    expect((await vault.open()).ok).toBe(true);
  });
});
