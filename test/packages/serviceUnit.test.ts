import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { hasSystemManager, machineProgram, startSystemManager } from '#test/support/e2e/systemManager.ts';

const own = needs(hasSystemManager(), 'a systemd needs root, mounts and control groups of its own');

const unit = 'notafter.service';

const dropIn = `[Service]
ExecStart=
ExecStart=${machineProgram.join(' ')} --user-data-dir=/var/lib/notafter run --config /etc/notafter/config.json
StandardError=append:/var/log/notafter
`;

test(
  'systemd hears from the unit as it is in the package: ready, its state, a reload, a new start and the end',
  own,
  async () => {
    const machine = await startSystemManager({
      '/etc/notafter/config.json':
        '{ "format": "notafter-configuration", "version": 1, "connections": [], "orders": [] }',
      '/etc/systemd/system/notafter.service.d/program.conf': dropIn,
    });
    const facts = async () => {
      const names = 'ActiveState,SubState,StatusText,MainPID,NRestarts,Result';
      const { output } = await machine.run('systemctl', 'show', '-p', names, unit);
      return Object.fromEntries(
        output
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/su)),
      );
    };
    const log = () => readFile(join(machine.root, 'var', 'log', 'notafter'), 'utf8').catch(() => '');
    const until = (expected: object) =>
      vi.waitFor(async () => expect(await facts(), await log()).toMatchObject(expected), {
        timeout: 60_000,
        interval: 200,
      });
    const running = {
      ActiveState: 'active',
      SubState: 'running',
      StatusText: '0 connections, 0 orders, 0 folders with exported files',
    };

    // The start of Type=notify ends with READY=1.
    const started = await machine.run('systemctl', 'start', unit);
    expect(started, await log()).toEqual({ code: 0, output: '' });
    expect(await facts()).toMatchObject({ ...running, NRestarts: '0' });

    expect(await machine.run('systemctl', 'reload', unit)).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await log()).toContain('The configuration was read again'), 60_000);
    await until({ ...running, NRestarts: '0' });

    const { MainPID: killed } = await facts();
    await machine.run('systemctl', 'kill', '--kill-who=main', '-s', 'KILL', unit);
    await until({ ...running, NRestarts: '1' });
    expect((await facts())['MainPID']).not.toBe(killed);

    expect(await machine.run('systemctl', 'stop', unit)).toMatchObject({ code: 0 });
    expect(await facts()).toMatchObject({ ActiveState: 'inactive', Result: 'success' });
    expect(await log()).toContain('NotAfter ends.');
  },
);
