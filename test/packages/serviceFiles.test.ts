import { chown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { hasSystemManager, machineProgram, startSystemManager } from '#test/support/e2e/systemManager.ts';

const own = needs(hasSystemManager(), 'a systemd needs root, mounts and control groups of its own');

const unit = 'notafter.service';

const dropIn = `[Service]
ExecStart=
ExecStart=${machineProgram.join(' ')} --user-data-dir=/var/lib/notafter run --config /etc/notafter/config.json
StandardError=append:/var/log/notafter
`;

const configuration = JSON.stringify({
  ...{ format: 'notafter-configuration', version: 1 },
  connections: [{ name: 'Work', address: 'https://127.0.0.1:9' }],
  orders: [{ connection: 'Work', rid: 'shopOrder', alias: 'Shop' }],
});

test(
  'a command beside the unit reads and writes the files that its user named, which the service does not see',
  own,
  async () => {
    const machine = await startSystemManager({
      '/etc/notafter/config.json': configuration,
      '/etc/systemd/system/notafter.service.d/program.conf': dropIn,
    });
    const started = await machine.run('systemctl', 'start', unit);
    expect(started).toEqual({ code: 0, output: '' });
    const folder = await mkdtemp(join(tmpdir(), 'operator-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { uid, gid } = await stat(join(machine.root, 'var', 'lib', 'notafter'));
    await chown(folder, uid, gid);
    const notafter = (line: string) =>
      machine.run(
        ...['setpriv', '--reuid=notafter', '--regid=notafter', '--clear-groups', 'env', 'LANG=C'],
        ...['HOME=/var/lib/notafter', 'sh', '-c', 'cd "$0" && exec "$@"', folder, ...machineProgram],
        ...['--user-data-dir=/var/lib/notafter', ...line.split(' ')],
      );
    expect(await notafter('metrics --out notafter.prom')).toEqual({ code: 0, output: '' });
    expect(await readFile(join(folder, 'notafter.prom'), 'utf8')).toContain('notafter_');
    expect(await notafter(`config export --out ${folder}/config.json`)).toEqual({ code: 0, output: '' });
    expect(await readFile(join(folder, 'config.json'), 'utf8')).toContain('shopOrder');
    expect(await notafter('config import config.json')).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('not found'),
    });
    expect(await notafter('export Shop --preset nginx --to .')).toMatchObject({
      code: 3,
      output: expect.stringMatching(/^The running NotAfter sees another folder under .* ReadWritePaths=/u),
    });
    expect((await readdir(folder)).toSorted()).toEqual(['config.json', 'notafter.prom']);
    // The service still runs, and has answered.
    expect(await notafter('status')).toMatchObject({ code: 0, output: expect.stringContaining('Shop') });
    expect(await machine.run('systemctl', 'is-active', unit)).toMatchObject({ code: 0 });
  },
);
