import { describe, expect, it } from 'vitest';
import { about, account, full, locked, opened, setUp, setUpUsed } from './vaultHarness.ts';

const failed = (error: object) => ({ ok: false, error });
const otherKey = Buffer.alloc(32, 7).toString('base64');

describe('a vault that was never used', () => {
  it('is empty, and does not read the keychain before its first use', () => {
    const { vault, keychain } = setUp();
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(vault.accounts()).toEqual([]);
    expect(keychain.log).toEqual([]);
  });

  it('creates no key on a mere read', async () => {
    const { vault, secrets, keychain, events } = setUp();
    await secrets.load([account]);
    await vault.retry();
    keychain.failure = locked;
    await secrets.load([account]);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(events).toEqual([]);
    expect(keychain.entries.size).toBe(0);
  });

  it('creates a key, reads it back from the keychain, and only then stores its check', async () => {
    const { vault, keychain, repository, events } = setUp();
    repository.failure = full;
    expect(await vault.open()).toEqual(failed(full));
    expect(keychain.log).toEqual([`get ${account}`, `set ${account}`, `get ${account}`]);
    expect(vault.state()).toEqual({ kind: 'unavailable', error: full, keys: 0 });

    repository.failure = null;
    expect(opened(await vault.open()).isLasting).toBe(true);
    expect(vault.state()).toEqual({ kind: 'ready', keys: 0 });
    expect(Buffer.from(keychain.entries.get(account) ?? '', 'base64')).toHaveLength(32);
    expect(events).toEqual(['unavailable', 'ready']);
    expect(vault.accounts()).toEqual([account]);
  });

  it('adopts the key of a session that ended before its check was written', async () => {
    const first = setUp();
    first.repository.failure = full;
    await first.vault.open();
    const key = first.keychain.entries.get(account);
    first.repository.failure = null;

    const { vault, repository, keychain } = first.restart();
    opened(await vault.open());
    expect(keychain.entries.get(account)).toBe(key);
    expect(repository.log).toEqual(['saveCheck']);
  });

  it('opens once for concurrent callers, and caches the result', async () => {
    const { vault, keychain } = setUp();
    const [one, other] = await Promise.all([vault.open(), vault.open()]);
    expect(opened(one)).toBe(opened(other));
    expect(opened(await vault.open())).toBe(opened(one));
    expect(keychain.log).toEqual([`get ${account}`, `set ${account}`, `get ${account}`]);
  });

  it.each([
    { kind: 'keychainLocked' },
    { kind: 'keychainDenied' },
    { kind: 'keychainTimedOut' },
    { kind: 'keychainUnavailable', detail: 'gone' },
  ] as const)('creates no key while the keychain reports $kind', async (error) => {
    const { vault, keychain, repository } = setUp();
    keychain.failure = error;
    expect(await vault.open()).toEqual(failed(error));
    expect(vault.state()).toEqual({ kind: 'unavailable', error, keys: 0 });
    expect(keychain.entries.size + repository.log.length).toBe(0);
  });
});

describe('a vault that was used', () => {
  it('opens data sealed in an earlier session', async () => {
    const { restart, sealed } = await setUpUsed();
    const { vault } = restart();
    expect(vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(opened(await vault.open()).unseal(sealed, about)).toEqual({
      ok: true,
      value: Buffer.from('a private key'),
    });
  });

  it('is read at start with the other secrets', async () => {
    const { restart, sealed } = await setUpUsed();
    const { vault, secrets, events } = restart();
    expect(vault.accounts()).toEqual([account]);
    await secrets.load(vault.accounts());
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(true);
    expect(events).toEqual(['ready']);
  });

  it('is unavailable when the keychain is locked at start, and opens automatically once it is unlocked', async () => {
    const { restart, keychain } = await setUpUsed();
    const { vault, secrets, events } = restart();
    keychain.failure = locked;
    await secrets.load(vault.accounts());
    expect(vault.state()).toEqual({ kind: 'unavailable', error: locked, keys: 1 });
    await secrets.retry([]);
    await secrets.recover();
    await expect.poll(() => vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(events).toEqual(['unavailable', 'ready']);
  });

  it('never creates a new key when the keychain has lost it, and opens when it is back', async () => {
    const { restart, keychain } = await setUpUsed();
    const key = keychain.entries.get(account) ?? '';
    keychain.entries.delete(account);
    const { vault } = restart();
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
    expect(vault.state()).toEqual({ kind: 'keyMissing', keys: 1 });
    expect(keychain.entries.size).toBe(0);

    keychain.entries.set(account, key);
    expect((await vault.open()).ok).toBe(true);
  });

  it.each([
    ['another key', otherKey],
    ['a cut one', otherKey.slice(0, 20)],
    ['one with something behind it', `${otherKey}\n`],
    ['no key at all', ''],
  ])('treats %s as a wrong one, and does not delete it', async (_, text) => {
    const { restart, keychain } = await setUpUsed();
    keychain.entries.set(account, text);
    const { vault } = restart();
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'wrong' }));
    expect(vault.state()).toEqual({ kind: 'keyWrong', keys: 1 });
    expect(keychain.entries.get(account)).toBe(text);
  });

  it('keeps using its key when the entry is removed meanwhile', async () => {
    const { vault, secrets, sealed } = await setUpUsed();
    await secrets.delete(account);
    expect(vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(true);
  });

  it('creates no key while sealed keys exist without a check', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    repository.stored = null;
    const key = keychain.entries.get(account) ?? '';
    keychain.entries.delete(account);
    expect(await restart().vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
    keychain.entries.set(account, key);
    expect((await restart().vault.open()).ok).toBe(true);
    expect(repository.stored).not.toBeNull();
  });

  it('is not shadowed by a key in memory', async () => {
    const { restart, keychain } = await setUpUsed();
    const { vault, secrets } = restart();
    secrets.setMemoryConsent(true);
    keychain.failure = locked;
    expect(await vault.open()).toEqual(failed(locked));
    keychain.failure = null;
    keychain.entries.delete(account);
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
  });
});

describe('asking again', () => {
  it('retries a locked keychain at every use', async () => {
    const { vault, keychain } = setUp();
    keychain.failure = locked;
    await vault.open();
    keychain.failure = null;
    expect((await vault.open()).ok).toBe(true);
  });

  it('retries a hanging keychain after five seconds', async () => {
    const { vault, keychain, time } = setUp();
    keychain.failure = { kind: 'keychainTimedOut' };
    await vault.open();
    keychain.failure = null;
    await time.advance(4999);
    expect(await vault.open()).toEqual(failed({ kind: 'keychainTimedOut' }));
    await time.advance(1);
    expect((await vault.open()).ok).toBe(true);
  });

  it('retries a keychain that failed slowly after the same five seconds', async () => {
    const { vault, keychain, time } = setUp();
    keychain.failure = { kind: 'keychainUnavailable', detail: 'slow' };
    const get = keychain.get.bind(keychain);
    keychain.get = async (account) => {
      await new Promise<void>((resolve) => time.scheduler.after(1000, resolve));
      return await get(account);
    };
    const first = vault.open();
    await time.advance(1000);
    expect((await first).ok).toBe(false);
    keychain.get = get;
    keychain.failure = null;
    expect(await vault.open()).toEqual(failed({ kind: 'keychainUnavailable', detail: 'slow' }));
    await time.advance(5000);
    expect((await vault.open()).ok).toBe(true);
  });

  it('returns within five seconds while the keychain does not answer, and opens when it does', async () => {
    const { vault, keychain, time } = setUp();
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const get = keychain.get.bind(keychain);
    keychain.get = async (account) => {
      await answer;
      return await get(account);
    };
    const first = vault.open();
    await time.advance(5000);
    expect(await first).toEqual(failed({ kind: 'keychainTimedOut' }));
    const second = vault.open();
    resolve();
    expect((await second).ok).toBe(true);
    expect(vault.state().kind).toBe('ready');
  });

  it('does not retry after a denial, unless the user requests it', async () => {
    const { vault, keychain } = setUp();
    keychain.failure = { kind: 'keychainDenied' };
    await vault.open();
    keychain.failure = null;
    keychain.log.length = 0;
    expect(await vault.open()).toEqual(failed({ kind: 'keychainDenied' }));
    expect(keychain.log).toEqual([]);
    await vault.retry();
    expect(vault.state().kind).toBe('ready');
  });

  it('creates no key when the user retries a vault that was never used', async () => {
    const { vault, keychain } = setUp();
    await vault.retry();
    expect(keychain.log).toEqual([]);
  });
});

describe('a vault in memory', () => {
  async function inMemory() {
    const made = setUp();
    made.keychain.failure = locked;
    made.secrets.setMemoryConsent(true);
    const vault = opened(await made.vault.open());
    made.memory.keys = 1;
    return { ...made, held: vault, sealed: vault.seal(Buffer.from('a private key'), about) };
  }

  it('is not persistent, writes nothing to disk, and reports that', async () => {
    const { vault, held, repository } = await inMemory();
    expect(held.isLasting).toBe(false);
    expect(vault.state()).toEqual({ kind: 'memoryOnly', keys: 1 });
    expect(repository.log).toEqual([]);
  });

  it('is available as soon as the user consents, although the keychain denied access', async () => {
    const { vault, keychain, secrets } = setUp();
    keychain.failure = { kind: 'keychainDenied' };
    await vault.open();
    secrets.setMemoryConsent(true);
    expect(opened(await vault.open()).isLasting).toBe(false);
  });

  it('becomes persistent when its key moves into the keychain', async () => {
    const { vault, held, secrets, repository, events, keychain, restart, sealed } = await inMemory();
    events.length = 0;
    await secrets.retry([]);
    const lasting = opened(await vault.open());
    await expect.poll(() => vault.state().kind).toBe('ready');
    expect(events).toEqual(['becameLasting', 'ready']);
    expect(repository.log).toEqual(['saveCheck']);
    expect(keychain.entries.has(account)).toBe(true);
    expect(held.unseal(sealed, about).ok).toBe(true);
    const reopened = opened(await vault.open());
    expect(reopened.isLasting).toBe(true);
    const again = reopened.seal(Buffer.from('a private key'), about);
    expect(opened(await restart().vault.open()).unseal(again, about).ok).toBe(true);
    expect(lasting).toBeDefined();
  });

  it('adopts the key that the keychain holds, and still opens what it sealed', async () => {
    const { vault, held, secrets, keychain, sealed } = await inMemory();
    keychain.entries.set(account, otherKey);
    await secrets.retry([]);
    await expect.poll(() => vault.state().kind).toBe('ready');
    expect(keychain.entries.get(account)).toBe(otherKey);
    expect(held.unseal(sealed, about).ok).toBe(true);
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(false);
  });

  it('is not persistent while its check cannot be written, and becomes so at the next use', async () => {
    const { vault, secrets, repository, events } = await inMemory();
    repository.failure = full;
    await secrets.retry([]);
    await expect.poll(() => vault.state().kind).toBe('unavailable');
    repository.failure = null;
    events.length = 0;
    expect(opened(await vault.open()).isLasting).toBe(true);
    expect(events).toEqual(['becameLasting', 'ready']);
  });

  it('is dropped when the consent is withdrawn', async () => {
    const { vault, held, secrets, sealed, events, memory } = await inMemory();
    events.length = 0;
    memory.keys = 0;
    secrets.setMemoryConsent(false);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(events).toEqual(['empty', 'forgot memory']);
    expect(held.unseal(sealed, about)).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
    expect(await vault.open()).toEqual(failed(locked));
  });
});

it('a closed vault holds no key', async () => {
  const { vault, sealed, events } = await setUpUsed();
  const held = opened(await vault.open());
  events.length = 0;
  vault.dispose();
  expect(held.unseal(sealed, about)).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
  expect(() => held.seal(Buffer.from('x'), about)).toThrow('closed');
  expect(await vault.open()).toEqual(failed({ kind: 'cancelled' }));
  expect(events).toEqual([]);
});

it('a vault that is closed during a keychain call writes nothing more', async () => {
  const { vault, repository } = setUp();
  const opening = vault.open();
  vault.dispose();
  expect(await opening).toEqual(failed({ kind: 'cancelled' }));

  const other = setUp();
  const set = other.keychain.set.bind(other.keychain);
  other.keychain.set = (account, secret) => {
    other.vault.dispose();
    return set(account, secret);
  };
  expect(await other.vault.open()).toEqual(failed({ kind: 'cancelled' }));
  expect({ first: repository.log, second: other.repository.log }).toEqual({ first: [], second: [] });
});
