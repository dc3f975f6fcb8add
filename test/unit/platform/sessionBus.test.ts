import { describe, expect, it } from 'vitest';
import { sessionBusAddress } from '#main/platform/sessionBus.ts';

describe('sessionBusAddress', () => {
  it('uses the named address, else the one in the runtime directory, else none', () => {
    const named = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/bus', XDG_RUNTIME_DIR: '/run/user/1000' };
    expect(sessionBusAddress(named)).toBe('unix:path=/tmp/bus');
    expect(sessionBusAddress({ ...named, DBUS_SESSION_BUS_ADDRESS: '' })).toBe(
      'unix:path=/run/user/1000/bus',
    );
    expect(sessionBusAddress({})).toBeNull();
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: '' })).toBeNull();
  });
});
