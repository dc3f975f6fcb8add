import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import {
  exportFolder,
  reloadCommand,
  type ServerMachine,
  shopOrder,
  startServerMachine,
  untilHolds,
} from '#test/support/e2e/serverMachine.ts';
import { hasSystemManager } from '#test/support/e2e/systemManager.ts';

const own = needs(hasSystemManager(), 'a systemd needs root, mounts and control groups of its own');

describe('the life of a server', { ...own, timeout: 300_000 }, () => {
  let server: ServerMachine;

  beforeAll(async () => {
    server = await startServerMachine();
  });

  const count = async (text: string) => (await server.log()).split(text).length - 1;

  const untilCalls = (calls: object) =>
    untilHolds(async () => expect(await server.calls(), await server.log()).toEqual(calls));

  test('the unit starts with its configuration, and says what a person has to confirm', async () => {
    await server.systemctl('enable', '--now', 'notafter.service');
    await server.untilRuns(0);
    expect(await server.log()).toContain('config.json: added order shop');
    await untilHolds(async () => expect(await server.log()).toContain('notafter connections add'));
  });

  test('after that it fetches and exports, with the command that root allows', async () => {
    await server.connect();
    await server.fine('sync');
    expect(await count('Shop: fetched')).toBe(1);
    const to = ['export', '--all', '--preset', 'nginx', '--to', exportFolder];
    await server.serve(await server.fine(...to));
    await server.untilServed(server.issued());
    const refused = await server.notafter(...to, '--keep-updated', '--run', '/usr/bin/touch /srv/nginx/a');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('/etc/notafter/commands') });
    await server.fine(...to, '--keep-updated', '--run', reloadCommand);
    expect(await server.calls()).toEqual({ begun: 0, done: 0 });
  });

  test('a renewal is served after a sync, without more', async () => {
    await server.service.renew(shopOrder.rid, { days: 60 });
    await server.fine('sync');
    await server.untilServed(server.issued());
    await untilCalls({ begun: 1, done: 1 });
    expect(await server.fine('check')).toContain('OK');
  });

  test('killed while the command runs, it runs that again, once', async () => {
    const before = await server.served();
    await server.holdCommand(true);
    await server.service.renew(shopOrder.rid, { days: 61 });
    await server.fine('sync');
    await untilCalls({ begun: 2, done: 1 });
    await server.kill();
    await server.untilRuns(1);
    await untilCalls({ begun: 3, done: 1 });
    expect(await server.served()).toBe(before);
    await server.holdCommand(false);
    await server.untilServed(server.issued());
    await server.fine('update');
    expect(await server.calls()).toEqual({ begun: 3, done: 2 });
    expect(await count('Shop: renewed')).toBe(2);
    expect(await count('Shop: reload exited with code 0')).toBe(2);
  });

  test('killed while it asks the service, it finds the renewal afterwards, once', async () => {
    const { service } = server;
    await service.renew(shopOrder.rid, { days: 62 });
    service.setLatency(600_000);
    const interrupted = server.notafter('sync');
    await untilHolds(async () => expect(service.inFlight).toBeGreaterThan(0));
    await server.kill();
    service.setLatency(0);
    expect(await interrupted).toMatchObject({ code: 3 });
    await server.untilRuns(2);
    await server.fine('sync');
    await server.untilServed(server.issued());
    await untilCalls({ begun: 4, done: 3 });
    expect(await count('Shop: renewed')).toBe(3);
  });

  test('after a power cut it starts by itself and has everything', async () => {
    const before = await server.served();
    await server.machine.reboot();
    await server.untilRuns(0);
    await server.untilServed(before);
    await server.service.renew(shopOrder.rid, { days: 63 });
    await server.fine('sync');
    await server.untilServed(server.issued());
    await untilCalls({ begun: 5, done: 4 });
  });

  test('an expired token is said, and its replacement is taken at the next start', async () => {
    const { service } = server;
    service.revokeToken(service.token);
    expect(await server.notafter('sync')).toMatchObject({ code: 2 });
    expect(await server.log()).toContain('Production: the service refused the access token (401)');
    expect(await server.notafter('check')).toMatchObject({
      code: 2,
      output: expect.stringContaining('rejected the access token'),
    });
    await server.writeToken(service.addToken());
    await service.renew(shopOrder.rid, { days: 64 });
    await server.systemctl('restart', 'notafter.service');
    await server.fine('sync');
    await server.untilServed(server.issued());
    expect(await server.fine('check')).toContain('OK');
  });
});
