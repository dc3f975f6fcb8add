import { describe, expect, it } from 'vitest';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { signingAccount, signingSecretsIn } from '#main/credentials/secrets/secretsById.ts';
import { HookService } from '#main/webhook/hooks/hookService.ts';
import { FakeHookRepository } from '#test/support/fakeHookRepository.ts';
import { FakeSecretStore } from '#test/support/fakeSecretStore.ts';

const sentinel = 'SENTINEL-secret-5be2';
const second = 'SENTINEL-second-08a7';
const done = { ok: true, value: null };
const failed = (error: object) => ({ ok: false, error });
const invalid = (field: string, reason: string) => failed({ kind: 'invalidInput', field, reason });
const unknown = failed({ kind: 'unknownId' });
const full = { kind: 'storage', reason: 'full', detail: 'disk' } as const;
const locked = { kind: 'keychainLocked' } as const;
const gone = { kind: 'keychainUnavailable', detail: 'gone' } as const;
const draft = { name: 'Production', path: '/production', secret: sentinel };

function setUp(keychain = new FakeSecretStore(), repository = new FakeHookRepository()) {
  const secrets = new KeychainSecrets(keychain);
  let [count, now] = [0, 1000];
  const hooks = new HookService({
    repository,
    secrets: signingSecretsIn(secrets),
    clock: { now: () => now++ },
    newId: () => `id-${repository.saved.size}-${++count}`,
    randomBytes: (size) => new Uint8Array(size).fill(count),
  });
  const events: string[] = [];
  hooks.onDidChange(() => events.push('changed'));
  hooks.onDidChangeView(() => events.push('view'));
  const restart = () => setUp(keychain, repository);
  return { hooks, keychain, repository, secrets, events, restart };
}

/** One hook, with as many secrets as asked for. */
async function setUpWithHook(secrets: 1 | 2 = 1) {
  const made = setUp();
  await made.hooks.add(draft);
  const [{ id } = { id: '' }] = made.hooks.list();
  if (secrets === 2) await made.hooks.addSecret(id, second);
  made.events.length = 0;
  const secretIds = made.hooks.secretIds();
  return { ...made, id, secretIds, stored: () => [...made.keychain.entries.values()] };
}

describe('adding a hook', () => {
  it('keeps its secret in the keychain before the hook is saved, and shows it without', async () => {
    const { hooks, keychain, repository, events } = setUp();
    const view = {
      id: 'id-0-1',
      name: 'Production',
      path: '/production',
      enabled: true,
      createdAt: 1000,
      secrets: [{ id: 'id-0-2', createdAt: 1000, state: { kind: 'keychain' } }],
      lastDeliveryAt: null,
    };
    expect(await hooks.add({ ...draft, name: ' Production ', secret: ` ${sentinel}\n` })).toEqual({
      ok: true,
      value: view,
    });
    expect(hooks.list()).toEqual([view]);
    expect(Object.fromEntries(keychain.entries)).toEqual({ 'signing:id-0-2': sentinel });
    expect(JSON.stringify([...repository.saved.values(), hooks.list()])).not.toContain('SENTINEL');
    expect(hooks.hasEnabled()).toBe(true);
    expect(events.at(-2)).toBe('changed');
  });

  it('generates a path if none is given', async () => {
    const { hooks } = setUp();
    expect(await hooks.add({ ...draft, path: null })).toMatchObject({
      ok: true,
      value: { path: `/${'01'.repeat(16)}` },
    });
  });

  it('refuses invalid names, paths and secrets, and stores nothing', async () => {
    const { hooks, keychain, id } = await setUpWithHook();
    const other = { name: 'Other', path: '/other', secret: sentinel };
    expect(await hooks.add({ ...other, name: ' ' })).toEqual(invalid('name', 'empty'));
    expect(await hooks.add({ ...other, name: 'PRODUCTION' })).toEqual(invalid('name', 'alreadyExists'));
    expect(await hooks.add({ ...other, name: 'a\u0007b' })).toEqual(invalid('name', 'controlCharacters'));
    expect(await hooks.add({ ...other, path: '/a/../b' })).toEqual(invalid('path', 'malformed'));
    expect(await hooks.add({ ...other, path: '/production' })).toEqual(invalid('path', 'alreadyExists'));
    expect(await hooks.add({ ...other, secret: 'short' })).toEqual(invalid('secret', 'tooShort'));
    expect(hooks.list().map((hook) => hook.id)).toEqual([id]);
    expect(keychain.entries.size).toBe(1);
  });

  it('adds nothing when the keychain fails; the same call succeeds after consent to memory', async () => {
    const { hooks, keychain, secrets, repository } = setUp();
    keychain.failure = locked;
    expect(await hooks.add(draft)).toEqual(failed(locked));
    expect(repository.saved.size).toBe(0);
    secrets.setMemoryConsent(true);
    expect(await hooks.add(draft)).toMatchObject({
      ok: true,
      value: { secrets: [{ state: { kind: 'memory' } }] },
    });
  });

  it('removes the secret again when the hook cannot be saved', async () => {
    const { hooks, keychain, repository } = setUp();
    repository.failure = full;
    expect(await hooks.add(draft)).toEqual(failed(full));
    expect(keychain.entries.size).toBe(0);
    expect(hooks.list()).toEqual([]);
  });

  it('accepts at most twenty, also when they are added concurrently', async () => {
    const { hooks } = setUp();
    const results = await Promise.all(
      Array.from({ length: 21 }, (_, at) => hooks.add({ ...draft, name: `${at}`, path: `/${at}` })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(20);
    expect(results[20]).toEqual(invalid('name', 'tooMany'));
  });

  it('does not give one path to two concurrent additions', async () => {
    const { hooks, keychain } = setUp();
    const results = await Promise.all([hooks.add(draft), hooks.add({ ...draft, name: 'Other' })]);
    expect(results[1]).toEqual(invalid('path', 'alreadyExists'));
    expect(keychain.entries.size).toBe(1);
  });
});

describe('the directory', () => {
  it('finds enabled hooks by exactly their path', async () => {
    const { hooks, id } = await setUpWithHook();
    expect(hooks.byPath('/production')?.id).toBe(id);
    for (const path of ['/production/', '/Production', '/', '/production?x'])
      expect(hooks.byPath(path)).toBeNull();
    await hooks.update({ id, name: 'Production', path: '/production', enabled: false });
    expect(hooks.byPath('/production')).toBeNull();
    expect(hooks.hasEnabled()).toBe(false);
    expect(hooks.find(id)?.enabled).toBe(false);
  });

  it('gives the secrets, oldest first, after a restart too', async () => {
    const { hooks, id, restart } = await setUpWithHook(2);
    const both = { ok: true, value: [sentinel, second] };
    expect(await hooks.secretsOf(id)).toEqual(both);
    expect(await restart().hooks.secretsOf(id)).toEqual(both);
    expect(await hooks.secretsOf('other')).toEqual(unknown);
  });

  it('uses the one of two secrets that can be read', async () => {
    const { id, keychain, restart, secretIds } = await setUpWithHook(2);
    keychain.entries.delete(signingAccount(secretIds[0] ?? ''));
    expect(await restart().hooks.secretsOf(id)).toEqual({ ok: true, value: [second] });
    keychain.entries.clear();
    expect(await restart().hooks.secretsOf(id)).toEqual(failed({ kind: 'secretMissing' }));
  });

  it('reports a locked keychain, and reads it once for concurrent requests', async () => {
    const { id, keychain, restart, secretIds } = await setUpWithHook();
    const { hooks } = restart();
    keychain.failure = locked;
    keychain.log.length = 0;
    const results = await Promise.all(Array.from({ length: 50 }, () => hooks.secretsOf(id)));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set([JSON.stringify(failed(locked))]),
    );
    expect(keychain.log).toEqual([`get signing:${secretIds[0]}`]);
    keychain.failure = null;
    expect(await hooks.secretsOf(id)).toEqual({ ok: true, value: [sentinel] });
  });

  it('records the last delivery of an existing hook', async () => {
    const { hooks, id, events } = await setUpWithHook();
    hooks.delivered(id, 5000);
    hooks.delivered('other', 6000);
    expect(hooks.list()[0]?.lastDeliveryAt).toBe(5000);
    expect(events).toEqual(['view']);
  });

  it('fires when a secret becomes readable', async () => {
    const { keychain, restart, secretIds } = await setUpWithHook();
    const { hooks, secrets, events } = restart();
    keychain.failure = locked;
    await secrets.load(secretIds.map(signingAccount));
    expect(hooks.list()[0]?.secrets[0]?.state).toEqual({ kind: 'unreadable', error: locked });
    keychain.failure = null;
    await secrets.recover();
    expect(hooks.list()[0]?.secrets[0]?.state).toEqual({ kind: 'keychain' });
    expect(events).toEqual(['view', 'view']);
  });
});

describe('editing a hook', () => {
  it('changes its name, its path and whether it is enabled, and nothing else', async () => {
    const { hooks, id, repository, events } = await setUpWithHook();
    const before = hooks.list()[0];
    const change = { id, name: 'Live', path: '/live', enabled: false };
    expect(await hooks.update(change)).toEqual({ ok: true, value: { ...before, ...change } });
    expect(repository.saved.get(id)).toMatchObject(change);
    expect(events).toEqual(['changed', 'view']);
  });

  it('keeps its own name and path, and refuses those of others', async () => {
    const { hooks, id } = await setUpWithHook();
    await hooks.add({ ...draft, name: 'Other', path: '/other' });
    const change = { id, name: 'production', path: '/production', enabled: true };
    expect((await hooks.update(change)).ok).toBe(true);
    expect(await hooks.update({ ...change, name: 'other' })).toEqual(invalid('name', 'alreadyExists'));
    expect(await hooks.update({ ...change, path: '/other' })).toEqual(invalid('path', 'alreadyExists'));
    expect(await hooks.update({ ...change, id: 'nobody' })).toEqual(unknown);
  });

  it('changes nothing when the disk fails', async () => {
    const { hooks, id, repository, events } = await setUpWithHook();
    const before = hooks.list();
    repository.failure = full;
    expect(await hooks.update({ id, name: 'Live', path: '/live', enabled: false })).toEqual(failed(full));
    expect(hooks.list()).toEqual(before);
    expect(events).toEqual([]);
  });
});

describe('rotating a secret', () => {
  it('has two for a while, and never three or none', async () => {
    const { hooks, id, secretIds, stored } = await setUpWithHook();
    expect(await hooks.removeSecret(id, secretIds[0] ?? '')).toEqual(invalid('secret', 'empty'));
    expect(await hooks.addSecret(id, second)).toEqual(done);
    expect(await hooks.addSecret(id, 'a third one')).toEqual(invalid('secret', 'tooMany'));
    expect(stored()).toEqual([sentinel, second]);
    expect(await hooks.removeSecret(id, secretIds[0] ?? '')).toEqual(done);
    expect(stored()).toEqual([second]);
    expect(await hooks.secretsOf(id)).toEqual({ ok: true, value: [second] });
  });

  it('refuses unknown hooks and secrets', async () => {
    const { hooks, id } = await setUpWithHook(2);
    expect(await hooks.addSecret('nobody', second)).toEqual(unknown);
    expect(await hooks.removeSecret('nobody', 'x')).toEqual(unknown);
    expect(await hooks.removeSecret(id, 'x')).toEqual(unknown);
  });

  it('changes nothing when the disk or the keychain fails', async () => {
    const { hooks, id, repository, keychain, stored } = await setUpWithHook(2);
    const newest = hooks.secretIds()[1] ?? '';
    repository.failure = full;
    expect(await hooks.removeSecret(id, newest)).toEqual(failed(full));
    expect(stored()).toEqual([sentinel, second]);
    repository.failure = null;
    keychain.failure = locked;
    expect(await hooks.removeSecret(id, newest)).toEqual(failed(locked));
    keychain.failure = null;
    expect(await hooks.removeSecret(id, newest)).toEqual(done);
    repository.failure = full;
    expect(await hooks.addSecret(id, second)).toEqual(failed(full));
    expect(stored()).toEqual([sentinel]);
  });
});

describe('removing a hook', () => {
  it('removes its secrets with it', async () => {
    const { hooks, id, repository, events, stored } = await setUpWithHook(2);
    expect(await hooks.remove(id)).toEqual(done);
    expect(hooks.list()).toEqual([]);
    expect(repository.saved.size).toBe(0);
    expect(stored()).toEqual([]);
    expect(events.slice(-2)).toEqual(['changed', 'view']);
    expect(await hooks.remove(id)).toEqual(unknown);
  });

  it('removes nothing while the keychain is locked', async () => {
    const { hooks, id, keychain, stored } = await setUpWithHook(2);
    keychain.failure = locked;
    expect(await hooks.remove(id)).toEqual(failed(locked));
    expect(hooks.list()).toHaveLength(1);
    expect(stored()).toEqual([sentinel, second]);
  });

  it('restores the secrets that were removed before the keychain was locked', async () => {
    const { hooks, id, keychain, stored } = await setUpWithHook(2);
    const remove = keychain.delete.bind(keychain);
    let count = 0;
    keychain.delete = async (account) => (++count === 2 ? failedWith(locked) : await remove(account));
    expect(await hooks.remove(id)).toEqual(failed(locked));
    expect(new Set(stored())).toEqual(new Set([sentinel, second]));
  });

  it('succeeds without a keychain', async () => {
    const { hooks, id, keychain } = await setUpWithHook();
    keychain.failure = gone;
    expect(await hooks.remove(id)).toEqual(done);
  });

  it('restores the secrets when the disk fails', async () => {
    const { hooks, id, repository, stored } = await setUpWithHook(2);
    repository.failure = full;
    expect(await hooks.remove(id)).toEqual(failed(full));
    expect(stored()).toEqual([sentinel, second]);
    expect(hooks.list()).toHaveLength(1);
  });
});

function failedWith<Failure>(error: Failure) {
  return { ok: false, error } as const;
}
