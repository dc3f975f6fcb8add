import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run } from '#scripts/lib/processes.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { hasOwnMounts, noMounts, ownMounts } from '#test/support/mounts.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';

const page = readFileSync(join(projectFolder, 'docs/recipes.md'), 'utf8');
const commands = [...page.matchAll(/^```command\n(.*)\n```$/gmu)].map(([, line = '']) => line);
const onLinux = needs(process.platform === 'linux', 'the programs are those of Debian');

/** Replaces the names of the page, all of which must be there. */
function withNames(text: string, names: Readonly<Record<string, string>>): string {
  return Object.entries(names).reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);
}

/** An exported folder, a target, and a program in the place of nginx and sudo that notes its words. */
function setUp() {
  const home = temporaryFolder();
  const [shop, target, bin] = ['shop', 'srv', 'bin'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [shop, join(shop, '.notafter-old'), join(target, 'shop'), bin, join(home, '.ssh')])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(shop, 'fullchain.pem'), 'certificate', { mode: 0o644 });
  writeFileSync(join(shop, 'privkey.pem'), 'key', { mode: 0o600 });
  writeFileSync(join(shop, '.notafter-old/privkey.pem'), 'old key', { mode: 0o600 });
  const noted = join(home, 'noted');
  writeFileSync(noted, '');
  writeFileSync(join(bin, 'sudo'), `#!/bin/sh\nprintf '%s\\n' "$*" >> ${noted}\n`);
  chmodSync(join(bin, 'sudo'), 0o755);
  const env = { HOME: home, LANG: 'C.UTF-8', PATH: `${bin}:/usr/bin:/bin` };
  const reloads = () => readFileSync(noted, 'utf8').split('\n').slice(0, -1);
  return { home, shop, target: join(target, 'shop'), bin, env, reloads };
}

const reload = '-n /usr/sbin/nginx -s reload';

function expectDeployed(target: string): void {
  for (const [name, content] of [
    ['fullchain.pem', 'certificate'],
    ['privkey.pem', 'key'],
  ] as const)
    expect(readFileSync(join(target, name), 'utf8')).toBe(content);
  expect(statSync(join(target, 'privkey.pem')).mode & 0o777).toBe(0o600);
}

it('Ansible copies the files, and reloads only after a change', {
  ...onLinux,
  timeout: 300_000,
}, async () => {
  const { home, shop, target, env, reloads } = setUp();
  const playbook = /^```yaml\n(- hosts: [\s\S]*?)^```$/mu.exec(page)?.[1] ?? '';
  const inventory = /^```ini\n([\s\S]*?)^```$/mu.exec(page)?.[1] ?? '';
  const names = { '/home/me/tls/shop': shop, '/srv/tls/shop': target };
  writeFileSync(join(home, 'deploy.yml'), withNames(playbook, names));
  writeFileSync(join(home, 'hosts.ini'), inventory.replace('web1', 'web1 ansible_connection=local'));
  const line = commands.find((each) => each.startsWith('ansible-playbook ')) ?? '';
  const play = () => run('sh', ['-c', withNames(line, { '/home/me/tls': home })], { env });
  const first = await play();
  expect(first, first.output).toMatchObject({ code: 0, output: expect.stringContaining('failed=0') });
  expectDeployed(target);
  expect(reloads()).toEqual([reload]);
  expect(await play()).toMatchObject({ code: 0, output: expect.stringContaining('changed=0') });
  expect(reloads()).toEqual([reload]);
  expect(first.output).not.toContain('+key');
});

it(
  'rsync brings the files to a server of OpenSSH, which then reloads',
  needs(hasOwnMounts, noMounts),
  async () => {
    const { home, shop, target, bin, env, reloads } = setUp();
    const at = (name: string) => join(home, '.ssh', name);
    for (const name of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
    const port = await freePort();
    const server = { Port: port, ListenAddress: '127.0.0.1', HostKey: at('host'), PidFile: 'none' };
    const login = { AuthorizedKeysFile: at('user.pub'), StrictModes: 'no', UsePAM: 'no' };
    const lines = (options: object) => Object.entries(options).map(([name, value]) => `${name} ${value}\n`);
    const own = { SetEnv: `PATH=${bin}:/usr/bin:/bin` };
    writeFileSync(at('sshd_config'), lines({ ...server, ...login, ...own }).join(''));
    const { username } = userInfo();
    const client = { HostName: '127.0.0.1', Port: port, User: username, IdentityFile: at('user') };
    const known = { UserKnownHostsFile: at('known_hosts') };
    writeFileSync(at('config'), `Host web1\n${lines({ ...client, ...known }).join('')}`);
    const [type, key] = readFileSync(at('host.pub'), 'utf8').split(' ');
    writeFileSync(at('known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`);
    // Started by root it wants a folder in /run.
    const bare = 'mount -t tmpfs none /run && mkdir /run/sshd && exec "$@"';
    const sshd = ['/usr/sbin/sshd', '-D', '-e', '-f', at('sshd_config')];
    const { words } = runInForeground('unshare', [...ownMounts, 'sh', '-c', bare, 'sh', ...sshd], { env });
    await expect.poll(words, { timeout: 10_000 }).toContain('Server listening');
    const line = commands.find((each) => each.includes('rsync ')) ?? '';
    // ssh(1) looks for its files in the home folder of the password database, and not in HOME.
    const ssh = `ssh -F ${at('config')} -o BatchMode=yes`;
    const names = { '/home/me/tls/shop': shop, '/srv/tls/shop': target, 'ssh -o BatchMode=yes': ssh };
    const done = await run('sh', ['-c', withNames(line, names)], { env });
    expect(done, words()).toEqual({ code: 0, output: '' });
    expectDeployed(target);
    expect(() => statSync(join(target, '.notafter-old'))).toThrow();
    expect(reloads()).toEqual([reload]);
  },
);
