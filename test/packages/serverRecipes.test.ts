import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { blockWith, filesOf } from '#test/support/documentBlocks.ts';
import {
  exportFolder,
  type ServerMachine,
  shopOrder,
  startServerMachine,
  untilHolds,
} from '#test/support/e2e/serverMachine.ts';
import { hasSystemManager } from '#test/support/e2e/systemManager.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';

const own = needs(hasSystemManager(), 'a systemd needs root, mounts and control groups of its own');

const page = 'docs/server.md';
const exporting = ['export', '--all', '--preset', 'nginx', '--to', exportFolder, '--keep-updated'];
const reload = ['/usr/bin/systemctl', 'reload', 'nginx.service'];

/** The units of this computer for the bus, and for polkit, which the bus starts. */
const busUnits = ['dbus.socket', 'dbus.service', 'polkit.service'].map(
  (name) => `/usr/lib/systemd/system/${name}`,
);
const withPolkit = needs(
  hasSystemManager() && busUnits.every(existsSync),
  'there is no systemd, D-Bus or polkit',
);

describe('the recipes of the document about servers', { ...own, timeout: 300_000 }, () => {
  let server: ServerMachine;

  beforeAll(async () => {
    server = await startServerMachine();
  });

  /** Writes files of the machine, whose folders are there. */
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(server.machine.root, path), text);
    await server.systemctl('daemon-reload');
  };

  /** Runs a script of the document as root, in the folder of the configuration, with a text as its input. */
  const script = async (text: string, input = '') => {
    const { code, output } = await server.machine.run(
      ...['sh', '-e', '-c', `cd /srv; printf %s "$0" | { ${text}\n}`, input],
    );
    expect(code, output).toBe(0);
  };

  const renew = async (days: number) => {
    await server.service.renew(shopOrder.rid, { days });
    await server.fine('sync');
    await server.untilServed(server.issued());
  };

  test('the steps of the installation start the unit with its secrets and folders', async () => {
    const config = await readFile(join(server.machine.root, '/etc/notafter/config.json'), 'utf8');
    await write({ '/srv/config.json': config });
    const steps = blockWith(page, 'config.json /etc/notafter').split('\n');
    // An editor; the machine has its file.
    const typed = steps.filter((line) => !line.startsWith('systemctl edit '));
    expect(typed).toHaveLength(steps.length - 1);
    await script(typed.join('\n'));
    await server.untilRuns(0);
    await server.connect();
    await server.fine('sync');
    await server.serve(await server.fine(...exporting));
    await server.untilServed(server.issued());
  });

  test('the path unit reloads nginx after a renewal', async () => {
    const units = filesOf(blockWith(page, '[Path]'));
    expect(Object.keys(units)).toHaveLength(2);
    await write(units);
    await server.systemctl('enable', '--now', 'nginx-reload.path');
    await renew(60);
    await renew(61);
    await server.systemctl('disable', '--now', 'nginx-reload.path');
  });

  test(
    'polkit accepts the rule, and lets the unit reload nginx and do nothing else',
    withPolkit,
    async () => {
      const units = busUnits.map(
        async (path) => [join('/etc/systemd/system', basename(path)), await readFile(path, 'utf8')] as const,
      );
      await write(Object.fromEntries(await Promise.all(units)));
      await server.systemctl('start', 'dbus.service');
      const asUser = (...words: readonly string[]) =>
        server.machine.run(
          'setpriv',
          '--reuid=notafter',
          '--regid=notafter',
          '--clear-groups',
          '--reset-env',
          ...words,
        );
      expect(await asUser(...reload)).toMatchObject({
        code: 1,
        output: expect.stringContaining('authentication required'),
      });
      await write(filesOf(blockWith(page, 'polkit.addRule')));
      await untilHolds(async () => expect(await asUser(...reload)).toEqual({ code: 0, output: '' }));
      for (const words of [
        ['restart', 'nginx.service'],
        ['reload', 'notafter.service'],
      ])
        expect(await asUser('systemctl', ...words)).toMatchObject({ code: 1 });
      await write({ '/etc/notafter/commands': `${reload.join(' ')}\n` });
      await server.fine(...exporting, '--run', reload.join(' '));
      await renew(62);
      expect(await server.log()).toContain('Shop: systemctl exited with code 0');
    },
  );

  test('a token that systemd-creds encrypted is that of the unit', async () => {
    await script(`mkdir -p /etc/credstore.encrypted; rm /etc/notafter/token-production`);
    const token = `${server.service.baseUrl} ${server.service.token}\n`;
    await script(blockWith(page, 'systemd-creds encrypt'), token);
    const [, path = ''] = / (\/etc\/credstore\S+)/u.exec(blockWith(page, 'systemd-creds encrypt')) ?? [];
    const plain = blockWith(page, '# systemctl edit');
    const encrypted = plain.replace(
      /^LoadCredential=([\w-]+):.*$/mu,
      (_line, name: string) => `LoadCredentialEncrypted=${name}:${path}`,
    );
    expect(encrypted).toContain('LoadCredentialEncrypted=');
    await write({ '/etc/systemd/system/notafter.service.d/override.conf': encrypted });
    await server.systemctl('restart', 'notafter.service');
    await server.service.renew(shopOrder.rid, { days: 63 });
    await server.fine('sync');
    const exported = join(server.machine.root, exportFolder, shopOrder.rid, 'fullchain.pem');
    const issued = server.issued();
    await untilHolds(async () => expect(pemFingerprint(await readFile(exported, 'utf8'))).toBe(issued));
  });
});
