import { once } from 'node:events';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nameSessionBus, sessionBusAddress } from '#main/platform/busAddress.ts';
import { needs } from '#scripts/vitest/needs.ts';

const onLinux = needs(process.platform === 'linux', 'only Linux has a session bus');

describe('the session bus', onLinux, () => {
  /** A runtime folder whose name an address cannot have as it is, with a socket named `bus`. */
  let runtime: string;
  const name = 'DBUS_SESSION_BUS_ADDRESS';
  const inRuntime = () => `unix:path=${runtime.replace(' ', '%20')}/bus`;

  beforeAll(async () => {
    runtime = mkdtempSync(join(tmpdir(), 'runtime '));
    const server = createServer().listen(join(runtime, 'bus'));
    await once(server, 'listening');
    return () => {
      server.close();
      rmSync(runtime, { recursive: true });
    };
  });

  it('has the named address, else the one in the runtime folder, else none', () => {
    const named = { [name]: 'unix:path=/tmp/bus', XDG_RUNTIME_DIR: runtime };
    expect(sessionBusAddress(named)).toBe('unix:path=/tmp/bus');
    expect(sessionBusAddress({ ...named, [name]: '' })).toBe(inRuntime());
    expect(sessionBusAddress({ ...named, [name]: 'disabled:' })).toBeNull();
    expect(sessionBusAddress({})).toBeNull();
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: '' })).toBeNull();
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: '/nowhere' })).toBeNull();
  });

  it('is in the runtime folder only as a socket', () => {
    const other = mkdtempSync(join(tmpdir(), 'runtime-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    const found = () => sessionBusAddress({ XDG_RUNTIME_DIR: other });
    writeFileSync(join(other, 'bus'), '');
    expect(found()).toBeNull();
    rmSync(join(other, 'bus'));
    symlinkSync(join(runtime, 'bus'), join(other, 'bus'));
    expect(found()).toBeNull();
    rmSync(join(other, 'bus'));
    mkdirSync(join(other, 'bus'));
    expect(found()).toBeNull();
    rmSync(join(other, 'bus'), { recursive: true });
    linkSync(join(runtime, 'bus'), join(other, 'bus'));
    expect(found()).toBe(`unix:path=${other}/bus`);
  });

  /** What the variable is afterwards. @param own the sockets that only this user could have made */
  function named(environment: NodeJS.ProcessEnv, own: readonly string[] = []) {
    const copy = { ...environment };
    nameSessionBus(copy, (socket) => own.includes(socket));
    return copy[name];
  }

  it('is named for Chromium and the keychain, also where Chromium has said that there is none', () => {
    const own = [join(runtime, 'bus')];
    expect(named({ XDG_RUNTIME_DIR: runtime }, own)).toBe(inRuntime());
    expect(named({ XDG_RUNTIME_DIR: runtime, [name]: 'disabled:' }, own)).toBe(inRuntime());
  });

  it('stays unnamed where there is none', () => {
    expect(named({})).toBeUndefined();
    expect(named({ [name]: 'disabled:', XDG_RUNTIME_DIR: '/nowhere' })).toBe('disabled:');
  });

  it('has those of several addresses whose sockets are of this user', () => {
    const addresses = 'unix:path=/foreign/bus;unix:guid=1,path=/own%2dbus;tcp:host=localhost,port=1';
    expect(named({ [name]: addresses }, ['/own-bus'])).toBe(
      'unix:guid=1,path=/own%2dbus;tcp:host=localhost,port=1',
    );
    expect(named({ [name]: 'unix:path=/foreign/bus', XDG_RUNTIME_DIR: runtime })).toBe(inRuntime());
    expect(named({ [name]: 'unix:path=/foreign/bus' })).toBe('disabled:');
  });
});
