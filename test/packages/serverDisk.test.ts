import { expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import {
  exportFolder,
  reloadCommand,
  shopOrder,
  startServerMachine,
  untilHolds,
} from '#test/support/e2e/serverMachine.ts';
import { hasSystemManager } from '#test/support/e2e/systemManager.ts';

const own = needs(hasSystemManager(), 'a systemd needs root, mounts and control groups of its own');

/** Room for a few generations of files. */
const mount = `mount -t tmpfs -o size=256k none ${exportFolder} && chown notafter: ${exportFolder}`;
const filler = `${exportFolder}/filler`;

test('on a full disk the files of a server stay whole, it is said, and the next update writes them', {
  ...own,
  timeout: 300_000,
}, async () => {
  const server = await startServerMachine();
  const { machine, service } = server;
  const shell = (line: string) => machine.run('sh', '-c', line);
  expect(await shell(mount)).toMatchObject({ code: 0 });
  await server.systemctl('start', 'notafter.service');
  await server.untilRuns(0);
  await server.connect();
  await server.fine('sync');
  const to = ['export', '--all', '--preset', 'nginx', '--to', exportFolder];
  await server.serve(await server.fine(...to));
  await server.fine(...to, '--keep-updated', '--run', reloadCommand);
  const sums = () => shell(`cd ${exportFolder} && find shop -type f | sort | xargs sha256sum`);
  const [before, served] = [await sums(), await server.served()];
  expect(served).toBe(server.issued());

  await shell(`cat /dev/zero > ${filler}`);
  await service.renew(shopOrder.rid, { days: 60 });
  await server.fine('sync');
  await untilHolds(async () => expect(await server.log()).toContain('could not be updated'));
  const { code, output } = await server.notafter('update');
  expect([code, output]).toEqual([1, expect.stringMatching(/full/u)]);
  expect(await sums()).toEqual(before);
  await server.systemctl('restart', 'nginx.service');
  await server.untilServed(served);
  expect(await server.calls()).toEqual({ begun: 0, done: 0 });

  await shell(`rm ${filler}`);
  await server.fine('update');
  await server.untilServed(server.issued());
  expect(await server.calls()).toEqual({ begun: 1, done: 1 });
  expect(await server.fine('check')).toContain('OK');
});
