import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { DbusSecretService } from '#main/credentials/secrets/dbusSecretService.ts';
import { KeytarClient } from '#main/credentials/secrets/keytarClient.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { type FakeBehaviour, FakeSecretService } from '#test/support/fakeSecretService.ts';
import { ForkedSecretHost } from '#test/support/forkedSecretHost.ts';
import { startPrivateSession } from '#test/support/secretService.ts';
import { withDesktop } from '#test/support/testDesktop.ts';

const fakeKWallet = fileURLToPath(new URL('../../../support/fakeKWallet.ts', import.meta.url));
const cleanUps: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function fake(behaviour: FakeBehaviour, options?: { readonly hasCollection: boolean }) {
  const session = await startPrivateSession('none');
  cleanUps.push(() => session.stop());
  const address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
  const service = await FakeSecretService.start(address, behaviour, options);
  cleanUps.push(() => service.stop());
  return { service, secretService: new DbusSecretService(session.env, systemScheduler) };
}

const done = { ok: true, value: null };
const timedOut = { ok: false, error: { kind: 'keychainTimedOut' } };

describe('the prompt of a Secret Service', () => {
  it('is never shown by the query whether it is locked', async () => {
    const { service, secretService } = await fake('accepts');
    expect(await secretService.isLocked()).toEqual({ ok: true, value: true });
    expect(service.calls).toEqual(['ReadAlias']);
  });

  it('unlocks the default collection when the user answers it', async () => {
    const { service, secretService } = await fake('accepts');
    expect(await secretService.unlock(10_000)).toEqual(done);
    expect(service.calls).toEqual(['ReadAlias', 'Unlock', 'Prompt', 'ReadAlias']);
    expect(await secretService.isLocked()).toEqual({ ok: true, value: false });
    expect(await secretService.unlock(10_000)).toEqual(done);
    expect(service.calls.filter((call) => call === 'Prompt')).toHaveLength(1);
  });

  it('creates a default collection if there is none', async () => {
    const { service, secretService } = await fake('accepts', { hasCollection: false });
    expect(await secretService.unlock(10_000)).toEqual(done);
    expect(service.calls).toEqual(['ReadAlias', 'CreateCollection', 'Prompt', 'ReadAlias']);
  });

  it('counts as a refusal when the user dismisses it', async () => {
    const { secretService } = await fake('dismisses');
    expect(await secretService.unlock(10_000)).toEqual({ ok: false, error: { kind: 'keychainDenied' } });
  });

  it('is withdrawn when it is not answered in time', async () => {
    const { service, secretService } = await fake('neverAnswers');
    expect(await secretService.unlock(100)).toEqual(timedOut);
    expect(service.calls.at(-1)).toBe('Dismiss');
  });
});

describe('KWallet, which the bus does not start as the Secret Service', () => {
  const error = { kind: 'keychainUnavailable', detail: 'org.freedesktop.secrets' };

  async function kwallet() {
    const session = await startPrivateSession('none');
    cleanUps.push(() => session.stop());
    await session.addService('org.kde.kwalletd6', fakeKWallet);
    return (desktop: string) =>
      new DbusSecretService({ ...session.env, XDG_CURRENT_DESKTOP: desktop }, systemScheduler);
  }

  it('is started on KDE when a person unlocks the keychain, and not before', async () => {
    const secretService = (await kwallet())('KDE');
    expect(await secretService.isLocked()).toEqual({ ok: false, error });
    expect(await secretService.unlock(10_000)).toEqual(done);
    expect(await secretService.isLocked()).toEqual({ ok: true, value: false });
  });

  it('is not started on another desktop', async () => {
    expect(await (await kwallet())('GNOME').unlock(10_000)).toEqual({ ok: false, error });
  });
});

describe('an entry that is not given without a question', () => {
  it('is known without a prompt', async () => {
    const { service, secretService } = await fake('dismisses');
    expect(await secretService.withholds('token:a')).toEqual({ ok: true, value: true });
    expect(service.calls).toEqual(['SearchItems']);
  });
});

describe('a Secret Service that hangs', () => {
  it('times out', async () => {
    const { secretService } = await fake('hangs');
    expect(await secretService.isLocked()).toEqual(timedOut);
    expect(await secretService.unlock(10_000)).toEqual(timedOut);
  });

  it('times out even if the bus itself does not answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'notafter-bus-'));
    const path = join(folder, 'bus');
    const server = createServer((socket) => cleanUps.push(() => void socket.destroy())).listen(path);
    await once(server, 'listening');
    cleanUps.push(() => rm(folder, { recursive: true }));
    cleanUps.push(() => void server.close());
    const secretService = new DbusSecretService({ XDG_RUNTIME_DIR: folder }, systemScheduler);
    expect(await secretService.isLocked()).toEqual(timedOut);
  });
});

describe('the real prompt of a desktop', () => {
  it('blocks keytar until its process is ended, and unlocks the keyring when the user answers', async () => {
    const options = ['--keyring', 'locked', '--no-notifications', '--no-tray'];
    await withDesktop(options, async (env) => {
      const keytar = new KeytarClient(new ForkedSecretHost(env), systemScheduler, '');
      cleanUps.push(() => keytar.dispose());
      const set = { operation: 'set', account: 'token:a', secret: 'secret' } as const;
      expect(await keytar.call(set, 2000)).toEqual(timedOut);

      const secretService = new DbusSecretService(env, systemScheduler);
      expect(await secretService.isLocked()).toEqual({ ok: true, value: true });
      const unlocking = secretService.unlock(20_000);
      const xdotool = (...args: string[]) => promisify(execFile)('xdotool', args, { env });
      await xdotool('search', '--sync', '--onlyvisible', '--class', 'gcr-prompter');
      await xdotool('type', '--delay', '50', 'pw');
      await xdotool('key', 'Return');
      expect(await unlocking).toEqual(done);
      expect(await secretService.isLocked()).toEqual({ ok: true, value: false });

      expect(await keytar.call(set, 10_000)).toEqual(done);
      expect(await keytar.call({ operation: 'get', account: 'token:a' }, 10_000)).toEqual({
        ok: true,
        value: 'secret',
      });
    });
  });
});
