import { describe, expect, it } from 'vitest';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { addHook, freePort, listening, signingSecret } from './receiving.ts';
import { receiving, withHeaders } from './receivingApp.ts';
import { okValue, startTestApp, until } from './testApp.ts';

const secret = signingSecret;

describe('a hook', () => {
  it('accepts both secrets of a rotation, and then only the new one', async () => {
    const { test, at, statusOf } = await receiving();
    const next = 'SENTINEL-next-secret-77b1';
    expect(await statusOf('Next', { secret: next })).toBe(401);
    okValue(await test.call('hooks:addSecret', { id: at.hook.id, secret: next }));
    expect(await statusOf('Old')).toBe(204);
    expect(await statusOf('New', { secret: next })).toBe(204);
    const [first] = at.hook.secrets;
    okValue(await test.call('hooks:removeSecret', { id: at.hook.id, secretId: first?.id ?? '' }));
    expect(await statusOf('Older')).toBe(401);
    expect(await statusOf('Newer', { secret: next })).toBe(204);
  });

  it('is reached only by its current path, and not while it is disabled', async () => {
    const { test, at, statusOf } = await receiving();
    await addHook(test, 'Other');
    const { id, name, path } = at.hook;
    okValue(await test.call('hooks:update', { id, name, path: '/present', enabled: true }));
    const present = `http://127.0.0.1:${at.port}/present`;
    expect(await statusOf('Former')).toBe(404);
    expect(await statusOf('Present', { url: present })).toBe(204);
    okValue(await test.call('hooks:update', { id, name, path, enabled: false }));
    expect(await statusOf('Off')).toBe(404);
    expect(await statusOf('Present', { url: present })).toBe(404);
  });
});

describe('how the receiver listens', () => {
  it('decides which hosts are allowed; an origin is always refused', async () => {
    const { test, at, statusOf } = await receiving();
    const tunnel = withHeaders(['host', 'tunnel.example']);
    expect(await statusOf('Tunnel', { tamper: tunnel })).toBe(400);
    const config = { ...defaultReceiverConfig, port: at.port, allowedHosts: ['tunnel.example'] };
    okValue(await test.call('receiver:configure', config));
    expect(await statusOf('Tunnel', { tamper: tunnel })).toBe(204);
    for (const origin of ['null', `http://127.0.0.1:${at.port}`])
      expect(await statusOf('Page', { tamper: withHeaders(['origin', origin]) })).toBe(400);
    okValue(await test.call('receiver:configure', { ...config, sourceAddresses: ['192.0.2.7'] }));
    expect(await statusOf('Elsewhere')).toBe(401);
  });

  it('changes at once: it listens at another port, and no longer at the previous one', async () => {
    const { test, at, statusOf } = await receiving();
    const port = await freePort();
    okValue(await test.call('receiver:configure', { ...defaultReceiverConfig, port }));
    await listening(test, port);
    expect(await statusOf('Former')).toBeNull();
    const url = `http://127.0.0.1:${port}${at.hook.path}`;
    expect(await statusOf('Present', { url })).toBe(204);
  });

  it('reports that a port is taken, and listens on request when it is free', async () => {
    const { test, at, statusOf } = await receiving();
    const other = await startTestApp();
    okValue(await other.call('receiver:configure', { ...defaultReceiverConfig, port: at.port }));
    await addHook(other);
    await until(() => other.seen().receiver.state.kind === 'failed');
    expect(other.seen().receiver.state).toMatchObject({ reason: 'portInUse', detail: 'EADDRINUSE' });
    expect(await statusOf('Still')).toBe(204);
    await test.quit();
    await other.call('receiver:retry', null);
    await listening(other, at.port);
  });

  it('reports the clock skew of a sender, and refuses one of an hour', async () => {
    const { test, service, at } = await receiving();
    const now = () => Date.now() - 3_600_000;
    expect(await service.deliver('shop', { url: at.url, secret, now })).toMatchObject({ status: 401 });
    await until(() => test.seen().receiverLog.length > 0);
    const { outcome } = test.seen().receiverLog[0] ?? {};
    expect(outcome).toMatchObject({ reason: { kind: 'timeSkew', seconds: expect.closeTo(-3600, -1) } });
    expect(test.seen().inbox).toEqual([]);
  });
});
