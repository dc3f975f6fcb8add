import { describe, expect, it } from 'vitest';
import { about, account, full, locked, opened, setUp, setUpUsed } from './vaultHarness.ts';

const done = { ok: true, value: null };
const failed = (error: object) => ({ ok: false, error });
const otherKey = Buffer.alloc(32, 7).toString('base64');

describe('a vault that was never used', () => {
  it('is empty, and asks the keychain for nothing before it is', () => {
    const { vault, keychain } = setUp();
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(vault.accounts()).toEqual([]);
    expect(keychain.log).toEqual([]);
  });

  it('makes no key because somebody else looked for one', async () => {
    const { vault, secrets, keychain, events } = setUp();
    await secrets.load([account]);
    await vault.retry();
    keychain.failure = locked;
    await secrets.load([account]);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(events).toEqual([]);
    expect(keychain.entries.size).toBe(0);
  });

  it('makes a key, has the keychain give it back, and only then notes that there is one', async () => {
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

  it('takes over the key that a session left which stopped before its check was written', async () => {
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

  it('opens once for all who ask at the same time, and then knows', async () => {
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
  ] as const)('makes no key while the keychain says $kind', async (error) => {
    const { vault, keychain, repository } = setUp();
    keychain.failure = error;
    expect(await vault.open()).toEqual(failed(error));
    expect(vault.state()).toEqual({ kind: 'unavailable', error, keys: 0 });
    expect(keychain.entries.size + repository.log.length).toBe(0);
  });
});

describe('a vault that was used', () => {
  it('opens what it sealed in a session before', async () => {
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

  it('is unavailable when the keychain is locked at start, and opens by itself once it is not', async () => {
    const { restart, keychain } = await setUpUsed();
    const { vault, secrets, events } = restart();
    keychain.failure = locked;
    await secrets.load(vault.accounts());
    expect(vault.state()).toEqual({ kind: 'unavailable', error: locked, keys: 1 });
    await secrets.monitor.retry([]);
    await secrets.recover();
    await expect.poll(() => vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(events).toEqual(['unavailable', 'ready']);
  });

  it('never makes a new key when the keychain has lost it, and opens when it is back', async () => {
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
  ])('takes %s for a wrong one, and leaves it where it is', async (_, text) => {
    const { restart, keychain } = await setUpUsed();
    keychain.entries.set(account, text);
    const { vault } = restart();
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'wrong' }));
    expect(vault.state()).toEqual({ kind: 'keyWrong', keys: 1 });
    expect(keychain.entries.get(account)).toBe(text);
  });

  it('goes on with the key that it has when its entry is removed meanwhile', async () => {
    const { vault, secrets, sealed } = await setUpUsed();
    await secrets.delete(account);
    expect(vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(true);
  });

  it('makes no key over stored ones whose check is gone', async () => {
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
    secrets.monitor.setMemoryConsent(true);
    keychain.failure = locked;
    expect(await vault.open()).toEqual(failed(locked));
    keychain.failure = null;
    keychain.entries.delete(account);
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
  });
});

describe('asking again', () => {
  it('asks a locked keychain with every use', async () => {
    const { vault, keychain } = setUp();
    keychain.failure = locked;
    await vault.open();
    keychain.failure = null;
    expect((await vault.open()).ok).toBe(true);
  });

  it('gives a keychain that hangs five seconds between two questions', async () => {
    const { vault, keychain, time } = setUp();
    keychain.failure = { kind: 'keychainTimedOut' };
    await vault.open();
    keychain.failure = null;
    await time.advance(4999);
    expect(await vault.open()).toEqual(failed({ kind: 'keychainTimedOut' }));
    await time.advance(1);
    expect((await vault.open()).ok).toBe(true);
  });

  it('gives one that took its time to fail the same five seconds', async () => {
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

  it('answers within five seconds while the keychain is still being asked, and opens when it answers', async () => {
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

  it('asks nobody who said no, unless they ask for it', async () => {
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

  it('makes no key when a person retries a vault that was never used', async () => {
    const { vault, keychain } = setUp();
    await vault.retry();
    expect(keychain.log).toEqual([]);
  });
});

describe('a vault in memory', () => {
  async function inMemory() {
    const made = setUp();
    made.keychain.failure = locked;
    made.secrets.monitor.setMemoryConsent(true);
    const vault = opened(await made.vault.open());
    made.memory.keys = 1;
    return { ...made, held: vault, sealed: vault.seal(Buffer.from('a private key'), about) };
  }

  it('does not last, leaves nothing on disk, and says so', async () => {
    const { vault, held, repository } = await inMemory();
    expect(held.isLasting).toBe(false);
    expect(vault.state()).toEqual({ kind: 'memoryOnly', keys: 1 });
    expect(repository.log).toEqual([]);
  });

  it('is there as soon as the person agrees, although the keychain had said no', async () => {
    const { vault, keychain, secrets } = setUp();
    keychain.failure = { kind: 'keychainDenied' };
    await vault.open();
    secrets.monitor.setMemoryConsent(true);
    expect(opened(await vault.open()).isLasting).toBe(false);
  });

  it('becomes a lasting one when its key moves into the keychain', async () => {
    const { vault, held, secrets, repository, events, keychain, restart, sealed } = await inMemory();
    events.length = 0;
    await secrets.monitor.retry([]);
    const lasting = opened(await vault.open());
    await expect.poll(() => vault.state().kind).toBe('ready');
    expect(events).toEqual(['becameLasting', 'ready']);
    expect(repository.log).toEqual(['saveCheck']);
    expect(keychain.entries.has(account)).toBe(true);
    expect(held.unseal(sealed, about).ok).toBe(true);
    const anew = opened(await vault.open());
    expect(anew.isLasting).toBe(true);
    const again = anew.seal(Buffer.from('a private key'), about);
    expect(opened(await restart().vault.open()).unseal(again, about).ok).toBe(true);
    expect(lasting).toBeDefined();
  });

  it('takes the key that the keychain turns out to hold, and still opens what it sealed', async () => {
    const { vault, held, secrets, keychain, sealed } = await inMemory();
    keychain.entries.set(account, otherKey);
    await secrets.monitor.retry([]);
    await expect.poll(() => vault.state().kind).toBe('ready');
    expect(keychain.entries.get(account)).toBe(otherKey);
    expect(held.unseal(sealed, about).ok).toBe(true);
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(false);
  });

  it('stays unlasting while its check cannot be written, and lasts with the next use after that', async () => {
    const { vault, secrets, repository, events } = await inMemory();
    repository.failure = full;
    await secrets.monitor.retry([]);
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
    secrets.monitor.setMemoryConsent(false);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(events).toEqual(['empty', 'forgot memory']);
    expect(held.unseal(sealed, about)).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
    expect(await vault.open()).toEqual(failed(locked));
  });
});

describe('starting anew', () => {
  it('gives the stored keys up, and the next use makes a new key', async () => {
    const { restart, keychain, sealed } = await setUpUsed();
    keychain.entries.set(account, otherKey);
    const { vault, repository, events } = restart();
    await vault.open();
    expect(await vault.startAnew()).toEqual(done);
    expect(vault.state()).toEqual({ kind: 'empty' });
    expect(keychain.entries.size).toBe(0);
    expect(events).toEqual(['keyWrong', 'empty', 'forgot vault']);
    expect(opened(await vault.open()).unseal(sealed, about).ok).toBe(false);
    expect(keychain.entries.get(account)).not.toBe(otherKey);
    expect(repository.log).toEqual(['saveCheck', 'forgetAll', 'saveCheck']);
  });

  it('gives nothing up unless the person agrees, or when the key is back by then', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    const key = keychain.entries.get(account) ?? '';
    keychain.entries.delete(account);
    const { vault, person } = restart();
    await vault.open();
    const declined = failed({ kind: 'consent', reason: 'declined' });
    person.says = async () => ({ ok: false, error: { kind: 'consent', reason: 'declined' } });
    expect(await vault.startAnew()).toEqual(declined);
    expect(person.asked).toEqual([1]);
    person.says = async () => {
      keychain.entries.set(account, key);
      await vault.retry();
      return { ok: true, value: null };
    };
    expect(await vault.startAnew()).toEqual(done);
    expect(vault.state()).toEqual({ kind: 'ready', keys: 1 });
    expect(repository.log).toEqual(['saveCheck']);
  });

  it('gives nothing up in any other state', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    const { vault } = restart();
    expect(await vault.startAnew()).toEqual(done);
    keychain.failure = locked;
    await vault.open();
    expect(await vault.startAnew()).toEqual(done);
    keychain.failure = null;
    await vault.open();
    expect(await vault.startAnew()).toEqual(done);
    expect(repository.log).toEqual(['saveCheck']);
    expect(keychain.entries.size).toBe(1);
  });

  it('gives nothing up when the disk refuses', async () => {
    const { restart, keychain, repository } = await setUpUsed();
    keychain.entries.delete(account);
    const { vault } = restart();
    await vault.open();
    repository.failure = full;
    expect(await vault.startAnew()).toEqual(failed(full));
    expect(vault.state()).toEqual({ kind: 'keyMissing', keys: 1 });
  });

  it('says so when the wrong key stays in the keychain, and can be done again', async () => {
    const { restart, keychain } = await setUpUsed();
    keychain.entries.set(account, 'no key');
    const { vault } = restart();
    await vault.open();
    keychain.failure = locked;
    expect(await vault.startAnew()).toEqual(failed(locked));
    keychain.failure = null;
    expect(await vault.open()).toEqual(failed({ kind: 'vaultKey', reason: 'wrong' }));
    expect(await vault.startAnew()).toEqual(done);
    expect((await vault.open()).ok).toBe(true);
  });
});

it('a vault that is closed has no key left', async () => {
  const { vault, sealed, events } = await setUpUsed();
  const held = opened(await vault.open());
  events.length = 0;
  vault.dispose();
  expect(held.unseal(sealed, about)).toEqual(failed({ kind: 'vaultKey', reason: 'missing' }));
  expect(() => held.seal(Buffer.from('x'), about)).toThrow('closed');
  expect(await vault.open()).toEqual(failed({ kind: 'cancelled' }));
  expect(events).toEqual([]);
});

it('a vault that is closed while the keychain is asked writes nothing more', async () => {
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
  expect([...repository.log, ...other.repository.log]).toEqual([]);
});
