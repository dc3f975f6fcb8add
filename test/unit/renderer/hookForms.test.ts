import { describe, expect, it } from 'vitest';
import { localOrigin, publicAddress } from '#renderer/features/webhook/receiver/hookAddress.ts';
import { checkHook, checkNewHook } from '#renderer/features/webhook/receiver/hookDraft.ts';
import { forwardTarget, wayLine } from '#renderer/features/webhook/receiver/ReachableStep.tsx';
import { newSecret } from '#renderer/features/webhook/receiver/SecretInput.tsx';
import { isVaultLost } from '#renderer/features/webhook/receiver/VaultBanner.tsx';
import type { ReceiverState } from '#shared/domain/receiver.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';

const tls = { certificateFile: '/c.pem', keyFile: '/k.pem' };
const off: ReceiverState = { kind: 'off' };

describe('localOrigin', () => {
  it.each([
    [{}, 'http://127.0.0.1:47443'],
    [{ address: '::1', port: 8080 }, 'http://[::1]:8080'],
    [{ address: '192.0.2.7', tls }, 'https://192.0.2.7:47443'],
    [{ address: '0.0.0.0', tls }, 'https://127.0.0.1:47443'],
    [{ address: '::' }, 'http://[::1]:47443'],
  ])('is the configured address while the receiver does not listen: %j', (change, expected) => {
    expect(localOrigin({ config: { ...defaultReceiverConfig, ...change }, state: off })).toBe(expected);
  });

  it('is the actual address while the receiver listens', () => {
    const state: ReceiverState = { kind: 'listening', address: '192.0.2.7', port: 9000, tls: true };
    expect(localOrigin({ config: defaultReceiverConfig, state })).toBe('https://192.0.2.7:9000');
  });
});

describe('publicAddress', () => {
  it('accepts only a web address', () => {
    expect(publicAddress(' https://hooks.example.com/abc ', '/h1')).toBe('https://hooks.example.com/abc');
    expect(publicAddress('hooks.example.com/abc', '/h1')).toBe('https://hooks.example.com/abc');
    for (const text of ['', 'no name/abc', 'https://', 'ftp://hooks.example.com/abc'])
      expect(publicAddress(text, '/h1')).toBeNull();
  });

  it('ends with the path of the hook unless another one is given', () => {
    for (const text of ['hooks.example.com', 'hooks.example.com/', 'https://hooks.example.com'])
      expect(publicAddress(text, '/h1')).toBe('https://hooks.example.com/h1');
    expect(publicAddress('hooks.example.com/?to=h1', '/h1')).toBe('https://hooks.example.com/?to=h1');
  });
});

describe('the lines that make a hook reachable', () => {
  const receiver = { config: defaultReceiverConfig, state: off };
  const lineOf = (way: 'ssh' | 'cloudflared' | 'proxy', change = {}) =>
    wayLine(way, { ...receiver, config: { ...defaultReceiverConfig, ...change } }, { path: '/h1' });

  it('lead to the address of the receiver', () => {
    expect(lineOf('ssh')).toBe('ssh -N -R 47443:127.0.0.1:47443 you@your-server');
    expect(lineOf('ssh', { address: '::1', port: 8080 })).toBe('ssh -N -R 8080:[::1]:8080 you@your-server');
    expect(lineOf('cloudflared')).toBe(
      'cloudflared tunnel --url http://127.0.0.1:47443 --http-host-header 127.0.0.1:47443',
    );
    expect(lineOf('proxy')).toBe('location = /h1 { proxy_pass http://127.0.0.1:47443; }');
    expect(lineOf('proxy', { address: '0.0.0.0', tls })).toContain('https://127.0.0.1:47443');
  });

  it.each([
    [{}, { address: null, port: 47443, isReady: false }],
    [{ address: '0.0.0.0' }, { address: null, port: 47443, isReady: false }],
    [
      { address: '192.0.2.7', port: 8443, tls },
      { address: '192.0.2.7', port: 8443, isReady: true },
    ],
  ])('a router needs an address of the network with TLS: %j', (change, expected) => {
    expect(forwardTarget({ ...receiver, config: { ...defaultReceiverConfig, ...change } })).toEqual(expected);
  });
});

describe('checkNewHook', () => {
  it('leaves a random path to main, and adds a missing slash to a custom one', () => {
    const given = { name: ' Shop ', path: null, hasSecret: true };
    expect(checkNewHook(given)).toEqual({ ok: true, value: { name: 'Shop', path: null } });
    expect(checkNewHook({ ...given, path: ' shop ' })).toMatchObject({ value: { path: '/shop' } });
  });

  it('reports everything that is missing at once', () => {
    const checked = checkNewHook({ name: ' ', path: '', hasSecret: false });
    expect(checked.ok ? [] : Object.keys(checked.error).sort()).toEqual(['name', 'path', 'secret']);
  });
});

describe('checkHook', () => {
  it('requires a name and a path', () => {
    expect(checkHook({ name: 'A', path: '/a' })).toEqual({ ok: true, value: { name: 'A', path: '/a' } });
    const checked = checkHook({ name: '', path: ' ' });
    expect(checked.ok ? [] : Object.keys(checked.error)).toEqual(['name', 'path']);
  });
});

describe('newSecret', () => {
  it('writes 32 random bytes as 64 hex digits', () => {
    expect(newSecret((bytes) => void bytes.fill(0x0a))).toBe('0a'.repeat(32));
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/u);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe('isVaultLost', () => {
  it('is true only if the vault key is missing or a different one', () => {
    expect(isVaultLost({ kind: 'keyMissing', keys: 1 })).toBe(true);
    expect(isVaultLost({ kind: 'keyWrong', keys: 1 })).toBe(true);
    expect(isVaultLost({ kind: 'ready', keys: 1 })).toBe(false);
    expect(isVaultLost({ kind: 'unavailable', keys: 1, error: { kind: 'keychainLocked' } })).toBe(false);
  });
});
