import { describe, expect, it } from 'vitest';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { tokensIn } from '#main/credentials/secrets/secretsById.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { NO_KEYCHAIN } from '#shared/domain/keychain.ts';
import { FakeSecretStore } from '#test/support/fakeSecretStore.ts';

const sentinel = 'SENTINEL-token-91ab';
const done = { ok: true, value: null };
const missing = { ok: false, error: { kind: 'tokenMissing' } };
const locked = { kind: 'keychainLocked' } as const;

function setUp(stored: Record<string, string> = {}) {
  const keychain = new FakeSecretStore();
  for (const [id, token] of Object.entries(stored)) keychain.entries.set(`token:${id}`, token);
  const secrets = new KeychainSecrets(keychain);
  const tokens = tokensIn(secrets);
  const changes: string[] = [];
  tokens.onDidChange((connectionId) => changes.push(connectionId));
  return { keychain, secrets, tokens, changes };
}

describe('KeychainSecrets', () => {
  it('reads a token once and then caches it', async () => {
    const { keychain, tokens, changes } = setUp({ a: 'token-a' });
    expect(await Promise.all([tokens.get('a'), tokens.get('a')])).toEqual([
      { ok: true, value: 'token-a' },
      { ok: true, value: 'token-a' },
    ]);
    expect(keychain.log).toEqual(['get token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(changes).toEqual(['a']);
  });

  it('caches a missing token too', async () => {
    const { keychain, tokens } = setUp();
    expect(await tokens.get('a')).toEqual(missing);
    expect(await tokens.get('a')).toEqual(missing);
    expect(keychain.log).toEqual(['get token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'absent' });
  });

  it('reads all tokens at start, and checks the keychain even without any', async () => {
    const { keychain, tokens, secrets } = setUp({ a: 'token-a' });
    await secrets.load(['token:a', 'token:b']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(tokens.state('b')).toEqual({ kind: 'absent' });
    expect(secrets.monitor.view()).toEqual({
      state: { kind: 'ready', backend: 'Fake Keychain' },
      memoryConsent: false,
    });

    keychain.failure = locked;
    keychain.log.length = 0;
    await secrets.load(['token:a', 'token:c', 'token:d']);
    expect(secrets.monitor.view().state).toEqual({ kind: 'locked' });
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(tokens.state('d')).toEqual({ kind: 'unreadable', error: locked });
    expect(keychain.log).toEqual(['get probe']);
  });

  it.each([{ kind: 'keychainDenied' }, { kind: 'keychainTimedOut' }] as const)(
    'asks a person at start for no other token after $kind',
    async (error) => {
      const { keychain, tokens, secrets } = setUp({ a: 'token-a', b: 'token-b' });
      const get = keychain.get.bind(keychain);
      keychain.get = async (account) => (account === 'probe' ? await get(account) : await refuse(account));
      const refuse = (account: string) => {
        keychain.failure = error;
        return get(account);
      };
      await secrets.load(['token:a', 'token:b']);
      expect(keychain.log).toEqual(['get probe', 'get token:a']);
      expect(tokens.state('b')).toEqual({ kind: 'unreadable', error });
      expect(await tokens.get('b')).toEqual({ ok: false, error });
      expect(keychain.log).toHaveLength(2);
    },
  );

  it('reports no token as missing before the keychain has answered', async () => {
    const { tokens, changes, secrets } = setUp({ a: 'token-a' });
    const loaded = secrets.load(['token:a', 'token:b']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(tokens.state('b')).toEqual({ kind: 'keychain' });
    await loaded;
    expect(tokens.state('b')).toEqual({ kind: 'absent' });
    expect(changes).toEqual(['a', 'b']);
  });

  it('reports no token as missing before the keychain is read at all: the window comes first', async () => {
    const { tokens, secrets } = setUp({ a: 'token-a' });
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    await secrets.load(['token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(tokens.state('added-later')).toEqual({ kind: 'absent' });
  });

  it('reports a missing token that was asked for before the keychain was read', async () => {
    const { tokens, changes } = setUp();
    expect(await tokens.get('a')).toEqual(missing);
    expect(tokens.state('a')).toEqual({ kind: 'absent' });
    expect(changes).toEqual(['a']);
  });

  it('recovers after a wake-up: retries failed reads, except after a denial', async () => {
    const { keychain, tokens, secrets } = setUp({ a: 'token-a', b: 'token-b' });
    keychain.failure = { kind: 'keychainTimedOut' };
    await secrets.load(['token:a', 'token:b']);
    keychain.log.length = 0;
    await secrets.recover();
    expect(keychain.log).toEqual(['get token:a']);

    keychain.failure = null;
    await secrets.recover();
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(tokens.state('b')).toEqual({ kind: 'keychain' });
    expect(secrets.monitor.view().state).toEqual({ kind: 'ready', backend: 'Fake Keychain' });
    keychain.log.length = 0;
    await secrets.recover();
    expect(keychain.log).toEqual([]);

    const refused = setUp({ a: 'token-a' });
    refused.keychain.failure = { kind: 'keychainDenied' };
    await refused.secrets.load(['token:a']);
    refused.keychain.log.length = 0;
    await refused.secrets.recover();
    expect(refused.keychain.log).toEqual([]);
  });

  it('reports a token as stored only after reading it back', async () => {
    const { keychain, tokens, secrets } = setUp();
    await secrets.load([]);
    keychain.log.length = 0;
    expect(await tokens.set('a', sentinel)).toEqual(done);
    expect(keychain.log).toEqual(['set token:a', 'get token:a']);

    keychain.spoil = (secret) => secret.slice(0, 5);
    const cut = await tokens.set('b', sentinel);
    expect(cut).toMatchObject({ ok: false, error: { kind: 'keychainUnavailable' } });
    expect(JSON.stringify(cut)).not.toContain('SENTINEL');
    expect(tokens.state('b')).toEqual({ kind: 'absent' });
  });

  it('replaces and deletes', async () => {
    const { keychain, tokens, changes } = setUp({ a: 'old' });
    await tokens.get('a');
    expect(await tokens.set('a', 'new')).toEqual(done);
    expect(await tokens.get('a')).toEqual({ ok: true, value: 'new' });
    expect(await tokens.delete('a')).toEqual(done);
    expect(await tokens.get('a')).toEqual(missing);
    expect(keychain.entries.size).toBe(0);
    expect(changes).toEqual(['a', 'a', 'a']);
  });

  it('never reads during a replacement', async () => {
    const { tokens } = setUp({ a: 'old' });
    const [, , read] = await Promise.all([tokens.set('a', 'new'), tokens.delete('a'), tokens.get('a')]);
    expect(read).toEqual(missing);
  });

  it('refuses values over the byte limit of the platform', async () => {
    const { keychain, tokens, secrets } = setUp();
    keychain.maxSecretBytes = 2560;
    secrets.setMemoryConsent(true);
    const tooLong = { ok: false, error: { kind: 'invalidInput', field: 'token', reason: 'tooLong' } };
    expect(await tokens.set('a', 'x'.repeat(2561))).toEqual(tooLong);
    expect(await tokens.set('a', '\u00e9'.repeat(1281))).toEqual(tooLong);
    expect(await tokens.set('a', 'x'.repeat(2560))).toEqual(done);
  });

  it('retries a locked keychain at the next use', async () => {
    const { keychain, tokens, secrets } = setUp({ a: 'token-a' });
    keychain.failure = locked;
    expect(await tokens.get('a')).toEqual({ ok: false, error: locked });
    expect(tokens.state('a')).toEqual({ kind: 'unreadable', error: locked });
    keychain.failure = null;
    expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
    expect(secrets.monitor.view().state.kind).toBe('ready');
  });

  it.each(['keychainDenied', 'keychainTimedOut'] as const)(
    'does not ask again by itself after %s',
    async (kind) => {
      const { keychain, tokens, secrets } = setUp({ a: 'token-a' });
      keychain.failure = { kind };
      await tokens.get('a');
      keychain.log.length = 0;
      expect(await tokens.get('a')).toEqual({ ok: false, error: { kind } });
      expect(keychain.log).toEqual([]);
      await secrets.retry(['token:a']);
      expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
    },
  );
});

describe('tokens in memory', () => {
  it('are not kept without consent', async () => {
    const { keychain, tokens } = setUp();
    keychain.failure = locked;
    expect(await tokens.set('a', sentinel)).toEqual({ ok: false, error: locked });
    keychain.failure = null;
    expect(await tokens.get('a')).toEqual(missing);
  });

  it('are kept by consent when the keychain fails, and only then', async () => {
    const { keychain, tokens, secrets } = setUp();
    secrets.setMemoryConsent(true);
    expect(await tokens.set('a', 'token-a')).toEqual(done);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    keychain.failure = locked;
    expect(await tokens.set('b', 'token-b')).toEqual(done);
    expect(tokens.state('b')).toEqual({ kind: 'memory' });
    expect(await tokens.get('b')).toEqual({ ok: true, value: 'token-b' });
    expect(secrets.monitor.view()).toEqual({ state: { kind: 'locked' }, memoryConsent: true });
  });

  it('move into the keychain when a retry succeeds', async () => {
    const { keychain, tokens, changes, secrets } = setUp();
    secrets.setMemoryConsent(true);
    keychain.failure = locked;
    await tokens.set('a', 'token-a');
    changes.length = 0;
    await secrets.retry(['token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(keychain.entries.get('token:a')).toBe('token-a');
    expect(changes).toEqual(['a']);
  });

  it('stay when a retry fails', async () => {
    const { keychain, tokens, secrets } = setUp();
    secrets.setMemoryConsent(true);
    keychain.failure = locked;
    keychain.unlockFailure = { kind: 'keychainDenied' };
    await tokens.set('a', 'token-a');
    await secrets.retry(['token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'memory' });
    expect(secrets.monitor.view().state).toEqual({ kind: 'denied' });
  });

  it('are dropped when the consent is withdrawn', async () => {
    const { keychain, tokens, secrets } = setUp();
    secrets.setMemoryConsent(true);
    keychain.failure = locked;
    await tokens.set('a', 'token-a');
    secrets.setMemoryConsent(false);
    expect(await tokens.get('a')).toEqual(missing);
  });

  it('are deleted where there is no keychain, which holds none', async () => {
    const { keychain, secrets, tokens } = setUp();
    keychain.failure = { kind: 'keychainUnavailable', detail: NO_KEYCHAIN };
    secrets.setFallback(async () => 'token');
    await secrets.load(['token:a']);
    expect(await tokens.delete('a')).toEqual(done);
    expect(await tokens.delete('b')).toEqual(done);
    expect(tokens.state('a')).toEqual({ kind: 'absent' });
  });

  it('are deleted while the keychain is locked, unless it still holds a former token', async () => {
    const { keychain, tokens, secrets } = setUp({ b: 'former' });
    await secrets.load(['token:b']);
    secrets.setMemoryConsent(true);
    keychain.failure = locked;
    await tokens.set('a', 'token-a');
    await tokens.set('b', 'token-b');
    expect(await tokens.delete('a')).toEqual(done);
    expect(await tokens.delete('b')).toEqual({ ok: false, error: locked });
    expect(await tokens.get('b')).toEqual({ ok: true, value: 'token-b' });
  });
});

describe('the keychain monitor', () => {
  it('reports every change once', async () => {
    const { keychain, tokens, secrets } = setUp();
    const seen: string[] = [];
    secrets.monitor.onDidChange(({ state, memoryConsent }) => seen.push(`${state.kind} ${memoryConsent}`));
    await tokens.get('a');
    keychain.failure = { kind: 'keychainUnavailable', detail: 'gone' };
    await tokens.get('b');
    await tokens.get('b');
    secrets.setMemoryConsent(true);
    keychain.failure = null;
    await tokens.get('b');
    expect(seen).toEqual(['unavailable false', 'unavailable true', 'ready true']);
  });

  it('shows that a call waits for a person, and afterwards what was seen', async () => {
    const { keychain, secrets } = setUp();
    const waiting = new Emitter<boolean>('test.waiting');
    let ended = 0;
    keychain.waits = {
      onDidChange: waiting.event,
      cancel: () => {
        ended += 1;
      },
    };
    const watched = new KeychainSecrets(keychain);
    const states: string[] = [];
    watched.monitor.onDidChange(({ state }) => states.push(state.kind));
    waiting.fire(true);
    watched.stopWaiting();
    keychain.failure = { kind: 'keychainTimedOut' };
    await watched.load(['token:a']);
    waiting.fire(false);
    expect(states).toEqual(['waiting', 'timedOut']);
    expect(ended).toBe(1);
    secrets.stopWaiting();
  });

  it('reads unreadable tokens again after the user unlocked the keychain', async () => {
    const { keychain, tokens, changes, secrets } = setUp({ a: 'token-a' });
    keychain.failure = locked;
    await secrets.load(['token:a']);
    changes.length = 0;
    await secrets.retry(['token:a']);
    expect(tokens.state('a')).toEqual({ kind: 'keychain' });
    expect(changes).toEqual(['a']);
  });
});

describe('a secret that is created when there is none', () => {
  const make = () => 'made';

  it('is stored before it is returned, and found afterwards', async () => {
    const { keychain, secrets } = setUp();
    expect(await secrets.getOrMake('vault', make)).toEqual({ ok: true, value: 'made' });
    expect(keychain.log).toEqual(['get vault', 'set vault', 'get vault']);
    expect(await secrets.getOrMake('vault', () => 'other')).toEqual({ ok: true, value: 'made' });
    expect(await new KeychainSecrets(keychain).getOrMake('vault', () => 'other')).toEqual({
      ok: true,
      value: 'made',
    });
  });

  it('is not created while the keychain cannot be read', async () => {
    const { keychain, secrets } = setUp();
    keychain.failure = locked;
    expect(await secrets.getOrMake('vault', make)).toEqual({ ok: false, error: locked });
    keychain.failure = null;
    expect(keychain.entries.size).toBe(0);
  });

  it('is held in memory by consent, and moves into a keychain that has none', async () => {
    const { keychain, secrets } = setUp();
    keychain.failure = locked;
    secrets.setMemoryConsent(true);
    expect(await secrets.getOrMake('vault', make)).toEqual({ ok: true, value: 'made' });
    expect(secrets.state('vault')).toEqual({ kind: 'memory' });
    await secrets.retry([]);
    expect(keychain.entries.get('vault')).toBe('made');
    expect(secrets.state('vault')).toEqual({ kind: 'keychain' });
  });

  it('is replaced by the one that the keychain holds', async () => {
    const { keychain, secrets } = setUp();
    keychain.entries.set('vault', 'old');
    keychain.failure = locked;
    secrets.setMemoryConsent(true);
    await secrets.getOrMake('vault', make);
    await secrets.retry([]);
    expect(keychain.entries.get('vault')).toBe('old');
    expect(await secrets.get('vault')).toEqual({ ok: true, value: 'old' });
    expect(secrets.state('vault')).toEqual({ kind: 'keychain' });
  });
});

describe('asking again', () => {
  it('retries after an absent secret or a timeout, but after a denial only when forced', async () => {
    const { keychain, secrets } = setUp();
    expect(await secrets.getAgain('vault')).toEqual(done);
    keychain.failure = { kind: 'keychainTimedOut' };
    await secrets.getAgain('vault');
    keychain.failure = null;
    keychain.entries.set('vault', 'key');
    expect(await secrets.getAgain('vault')).toEqual({ ok: true, value: 'key' });
    keychain.log.length = 0;
    await secrets.getAgain('vault');
    expect(keychain.log).toEqual([]);

    keychain.failure = { kind: 'keychainDenied' };
    await secrets.getAgain('other');
    keychain.failure = null;
    expect(await secrets.getAgain('other')).toEqual({ ok: false, error: { kind: 'keychainDenied' } });
    expect(await secrets.getAgain('other', true)).toEqual(done);
  });
});
