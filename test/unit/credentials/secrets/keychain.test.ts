import { describe, expect, it } from 'vitest';
import type { SecretService } from '#main/credentials/secrets/dbusSecretService.ts';
import { Keychain, keychainPlatform } from '#main/credentials/secrets/keychain.ts';
import { KeytarClient, type SecretProcess } from '#main/credentials/secrets/keytarClient.ts';
import type { KeytarReply, KeytarRequest } from '#main/credentials/secrets/keytarServer.ts';
import { PersonalCalls } from '#main/credentials/secrets/personalCalls.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

/** A keytar process that answers at once, or never when `answer` returns `null`. */
function clientAnswering(answer: (request: KeytarRequest) => Omit<KeytarReply, 'id'> | null) {
  const requests: KeytarRequest[] = [];
  const time = createFakeTime();
  const spawn = (): SecretProcess => {
    let listener: (message: unknown) => void = () => undefined;
    return {
      postMessage: (message) => {
        const request = message as KeytarRequest;
        requests.push(request);
        const reply = answer(request);
        if (reply !== null) queueMicrotask(() => listener({ ...reply, id: request.id }));
      },
      onMessage: (added) => {
        listener = added;
      },
      onExit: () => undefined,
      kill: () => undefined,
    };
  };
  return { client: new KeytarClient({ spawn }, time.scheduler, 'library'), requests, time };
}

/** A Secret Service whose lock state follows these values; the last one stays. */
function serviceLocked(...values: boolean[]): SecretService {
  let last = false;
  return {
    isLocked: async () => {
      last = values.shift() ?? last;
      return ok(last);
    },
    withholds: async () => ok(false),
    unlock: async () => ok(null),
  };
}

const done =
  (value: string | null = null) =>
  () =>
    ({ outcome: 'done', value }) as const;
const timedOut = { ok: false, error: { kind: 'keychainTimedOut' } };
const locked = { ok: false, error: { kind: 'keychainLocked' } };
const denied = { ok: false, error: { kind: 'keychainDenied' } };
const linux = keychainPlatform('linux');

describe('Keychain', () => {
  it('does not call keytar while the Secret Service is locked', async () => {
    const { client, requests } = clientAnswering(done());
    const keychain = new Keychain(linux, client, serviceLocked(true));
    expect(await keychain.get('a')).toEqual(locked);
    expect(await keychain.set('a', 's')).toEqual(locked);
    expect(await keychain.delete('a')).toEqual(locked);
    expect(requests).toEqual([]);
  });

  it('ignores "absent" and "deleted" from a keyring that was locked during the call', async () => {
    const { client } = clientAnswering(done());
    expect(await new Keychain(linux, client, serviceLocked(false, true)).get('a')).toEqual(locked);
    expect(await new Keychain(linux, client, serviceLocked(false, true)).delete('a')).toEqual(locked);
    expect(await new Keychain(linux, client, serviceLocked(false)).get('a')).toEqual({
      ok: true,
      value: null,
    });
  });

  it('counts an entry as refused, not as absent or deleted, that the keyring has and does not give', async () => {
    const { client } = clientAnswering(done());
    const service = { ...serviceLocked(false), withholds: async (account: string) => ok(account === 'a') };
    const keychain = new Keychain(linux, client, service);
    expect(await keychain.get('a')).toEqual(denied);
    expect(await keychain.delete('a')).toEqual(denied);
    expect(await keychain.get('b')).toEqual({ ok: true, value: null });
  });

  it('asks for the consent to an entry that was not deleted without it, and deletes it then', async () => {
    const left = [true, false];
    const { client, requests } = clientAnswering(({ operation }) =>
      done(operation === 'get' ? 'secret' : null)(),
    );
    const service = { ...serviceLocked(false), withholds: async () => ok(left.shift() === true) };
    expect(await new Keychain(linux, client, service).delete('a')).toEqual({ ok: true, value: null });
    expect(requests.map(({ operation }) => operation)).toEqual(['delete', 'get', 'delete']);
  });

  it('calls keytar directly when there is no Secret Service', async () => {
    const { client, requests } = clientAnswering(done('secret'));
    const keychain = new Keychain(keychainPlatform('darwin'), client, null);
    expect(await keychain.get('a')).toEqual({ ok: true, value: 'secret' });
    expect(await keychain.set('a', 's')).toEqual({ ok: true, value: null });
    expect(await keychain.delete('a')).toEqual({ ok: true, value: null });
    expect(requests.map(({ operation }) => operation)).toEqual(['get', 'set', 'delete']);
  });

  it('times an ordinary call out after ten seconds', async () => {
    const { client, time } = clientAnswering(() => null);
    const call = new Keychain(keychainPlatform('win32'), client, null).get('a');
    await new Promise((resolve) => setImmediate(resolve));
    time.advanceSync(10_000);
    expect(await call).toEqual({ ok: false, error: { kind: 'keychainTimedOut' } });
  });

  it('waits two minutes for a person who may be asked, says so, and ends when the person wants', async () => {
    const { client, time } = clientAnswering(() => null);
    const waits = new PersonalCalls(time.scheduler);
    const keychain = new Keychain(keychainPlatform('darwin'), client, null, waits);
    const said: boolean[] = [];
    waits.onDidChange((isWaiting) => said.push(isWaiting));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const unanswered = keychain.get('a');
    await turn();
    time.advanceSync(2_999);
    expect(said).toEqual([]);
    time.advanceSync(1);
    expect(said).toEqual([true]);
    time.advanceSync(117_000);
    expect(await unanswered).toEqual(timedOut);
    const ended = keychain.get('b');
    await turn();
    time.advanceSync(3_000);
    waits.cancel();
    expect(await ended).toEqual(timedOut);
    expect(said).toEqual([true, false, true, false]);
  });

  it('calls off the prompt of a Secret Service', async () => {
    const { client, time } = clientAnswering(done());
    const waits = new PersonalCalls(time.scheduler);
    const unlock: SecretService['unlock'] = (_, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ ok: false, error: { kind: 'keychainTimedOut' } }));
      });
    const service = { ...serviceLocked(true), unlock };
    const unlocking = new Keychain(linux, client, service, waits).unlock();
    waits.cancel();
    expect(await unlocking).toEqual(timedOut);
    expect(time.pending()).toBe(0);
  });

  it('times a prompt out after two minutes', async () => {
    const { client, time } = clientAnswering(() => null);
    let isSettled = false;
    const unlock = new Keychain(keychainPlatform('darwin'), client, null).unlock().finally(() => {
      isSettled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    time.advanceSync(119_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    time.advanceSync(1);
    expect(await unlock).toEqual({ ok: false, error: { kind: 'keychainTimedOut' } });
  });
});

describe('keychainPlatform', () => {
  it('names the keychain of each system', () => {
    expect(keychainPlatform('linux').backend).toBe('Secret Service');
    expect(keychainPlatform('freebsd').backend).toBe('Secret Service');
    expect(keychainPlatform('darwin').backend).toBe('macOS Keychain');
    expect(keychainPlatform('win32')).toMatchObject({
      backend: 'Windows Credential Manager',
      maxSecretBytes: 2560,
    });
  });
});
