import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run } from '#scripts/lib/processes.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';
import { serviceFor, temporaryFolder } from '../app/testApp.ts';
import { alone } from './askApp.ts';

const page = 'docs/fleet.md';

const env = {
  HOME: '/root',
  LANG: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ANSIBLE_PIPELINING: '1',
};

/** In the root of the server: its own files over those of this computer, and two folders that both see. */
const makeRoot = `set -e
mount -t tmpfs none /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
for folder in proc dev sys; do mount --rbind /$folder /mnt/root/$folder; done
mkdir -p /mnt/root/etc/notafter /mnt/root$1 /mnt/root/usr/lib/systemd/user
mount --bind $1/etc /mnt/root/etc/notafter
mount --bind $1 /mnt/root$1
cp $1/units/*.* /mnt/root/usr/lib/systemd/user
cp $1/notafter /mnt/root/usr/bin/notafter
chmod 755 /mnt/root/usr/bin/notafter
exec chroot /mnt/root sh -c 'echo ready as $$; exec sleep infinity'
`;

/** Hands its words to the test, and ends with the code that the test says. */
const program = (port: number) => `#!/bin/sh
status=$(printf '%s\\0' "$(id -un)" "$HOME" "$@" |
  curl -s --data-binary @- -o "$HOME/answer" -w '%{http_code}' http://127.0.0.1:${port}/)
cat "$HOME/answer"
exit $((status - 200))
`;

/** A Debian without a running systemd, where `notafter` is the command of this project without a keychain. */
async function server() {
  const shared = temporaryFolder();
  const etc = join(shared, 'etc');
  for (const folder of [etc, ...['units', 'tls', 'files'].map((name) => join(shared, name))])
    mkdirSync(folder);
  cpSync(join(projectFolder, 'assets/package/linux/systemd'), join(shared, 'units'), { recursive: true });
  cpSync(join(projectFolder, 'docs/ansible'), shared, { recursive: true });
  const secretProcess = new FakeSecretHost();
  secretProcess.isLoadable = false;
  const userData = temporaryFolder();
  const commands: string[] = [];
  const bridge = createServer(async (request, response) => {
    const [user, home, ...given] = (await buffer(request)).toString().split('\0').slice(0, -1);
    commands.push([user, home, ...given].join(' '));
    const named = given.map((word) => word.replace('/etc/notafter/', `${etc}/`));
    // Here root writes into the folder of the user. On a server the user does.
    const words = given[0] === 'export' ? [...named, '--accept-warnings'] : named;
    const environment = { CREDENTIALS_DIRECTORY: join(etc, 'credentials') };
    const { code, out, err } = await alone(
      new FakeDesktop({ userData, secretProcess }),
      words,
      null,
      environment,
    );
    response.writeHead(200 + (code ?? 99)).end(code === 0 ? out : out + err);
  }).listen(0, '127.0.0.1');
  await once(bridge, 'listening');
  onTestFinished(() => {
    bridge.close();
  });
  writeFileSync(join(shared, 'notafter'), program((bridge.address() as AddressInfo).port));
  const { words } = runInForeground('unshare', [...ownMounts, 'sh', '-c', makeRoot, 'sh', shared], { env });
  await expect.poll(words, { timeout: 20_000 }).toContain('ready as ');
  const [, pid = ''] = /ready as (\d+)/u.exec(words()) ?? [];
  const inside = (...line: string[]) =>
    run('nsenter', ['-t', pid, '-m', '-r', 'env', '-C', '/', ...line], { env });
  return { shared, etc, commands, inside };
}

const rootOnly = process.getuid?.() === 0 && hasOwnMounts;

it('the Ansible role sets a server up, follows a renewal, changes nothing else, and tells no token', {
  ...needs(rootOnly, noMounts),
  timeout: 900_000,
}, async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'shop', days: 20 });
  const { shared, etc, commands, inside } = await server();
  const configure = (note: string) => {
    const order = { rid: 'shop', alias: null, tags: [], note, endpoints: [] };
    const configuration = {
      ...{ format: 'notafter-configuration', version: 1, settings: {}, presets: [] },
      connections: [{ name: 'Production (EU)', address: service.baseUrl, ca: null }],
      orders: [{ connection: 'Production (EU)', ...order }],
    };
    writeFileSync(join(shared, 'files/notafter.json'), JSON.stringify(configuration));
  };
  const reloaded = join(shared, 'reloaded');
  const names = {
    'name: Production': 'name: Production (EU)',
    'https://certs.example.com': service.baseUrl,
    '/etc/nginx/tls': join(shared, 'tls'),
    '[systemctl, reload, nginx]': JSON.stringify(['sh', '-c', `echo >> ${reloaded}`]),
  };
  const variables = Object.entries(names).reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    },
    blockWith(page, 'group_vars/servers.yml'),
  );
  mkdirSync(join(shared, 'group_vars'));
  writeFileSync(join(shared, 'group_vars/servers.yml'), variables);
  writeFileSync(join(shared, 'secret.json'), JSON.stringify({ vault_notafter_token: service.token }));
  writeFileSync(join(shared, 'hosts.ini'), '[servers]\nlocalhost ansible_connection=local\n');
  writeFileSync(reloaded, '');
  const reloads = () => readFileSync(reloaded, 'utf8').length;
  const [tryOut = '', bringIn = ''] = blockWith(page, 'ansible-playbook').split('\n');
  const play = async (line = bringIn) => {
    const script = `cd ${shared} && ${line.replace('ansible-playbook', '$0 -e @secret.json --diff')}`;
    const { code, output } = await inside('sh', '-c', script, 'ansible-playbook');
    expect(code, output).toBe(0);
    expect(output).not.toContain(service.token);
    return output;
  };

  configure('');
  await play(tryOut);
  expect(commands).toEqual([]);
  await play();
  expect(reloads()).toBe(1);
  const token = join(etc, 'credentials', 'notafter-token-production-eu');
  expect(readFileSync(token, 'utf8')).toBe(`${service.baseUrl} ${service.token}\n`);
  expect(statSync(token).mode & 0o777).toBe(0o440);
  for (const command of commands) expect(command).toMatch(/^notafter \/var\/lib\/notafter /u);
  const settings = await inside('cat', '/etc/systemd/system/notafter-check.service.d/server.conf');
  expect(settings.output).toBe(
    '[Service]\nUser=notafter\n' +
      'LoadCredential=notafter-token-production-eu:/etc/notafter/credentials/notafter-token-production-eu\n',
  );
  const timers = ['notafter-check.timer', 'notafter-metrics.timer'];
  expect(await inside('systemctl', 'is-enabled', ...timers)).toMatchObject({ code: 0 });
  const units = timers.map((timer) => `/etc/systemd/system/${timer}`);
  expect(await inside('systemd-analyze', 'verify', '--man=no', ...units)).toMatchObject({
    code: 0,
    output: '',
  });

  expect(await play()).toMatch(/changed=0 .*failed=0/u);
  expect(reloads()).toBe(1);

  await service.renew('shop');
  configure('Ask Web first');
  const asked = commands.length;
  expect(await play(tryOut)).toContain('Ask Web first');
  expect(commands).toHaveLength(asked);
  // The copy of the configuration, its import, the export, and the reload.
  expect(await play()).toMatch(/changed=4 .*failed=0/u);
  expect(reloads()).toBe(2);
});
