import { chmod, chown, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run, runOrThrow } from '#scripts/lib/processes.ts';
import { registryNode } from '#scripts/lib/registryNode.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { hasSystemManager } from '#test/support/e2e/systemManager.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';

const canRun = needs(hasSystemManager(), 'a container needs root, mounts and control groups of its own');

/** The container, as the documents name it. */
const name = 'notafter';
/** The number of the user in the container. */
const user = 1000;

describe('the container of the program without Electron', canRun, () => {
  let podman: (...words: readonly string[]) => Promise<string>;
  let service: TestService;
  /** What a path of the documents is on this computer. */
  let host: (path: string) => string;

  /** The words of the commands in the documents, without `podman`. */
  const documented = async () => {
    const lines = (await readFile(join(projectFolder, 'docs', 'server.md'), 'utf8')).split('\n');
    return lines.filter((line) => line.startsWith('podman ')).map((line) => line.split(' ').slice(1));
  };

  /** Writes a file of the host, as an editor does: under another name first. */
  const give = async (path: string, content: string, owner = 0) => {
    const to = host(path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(`${to}.new`, content, { mode: owner === 0 ? 0o644 : 0o600 });
    await chown(`${to}.new`, owner, owner);
    await rename(`${to}.new`, to);
  };

  const giveConfiguration = (orders: readonly string[]) =>
    give(
      '/etc/notafter/config.json',
      JSON.stringify({
        ...{ format: 'notafter-configuration', version: 1 },
        connections: [
          {
            ...{ name: 'Production', address: service.baseUrl },
            ca: { fileName: 'company-ca.pem', certificates: [service.caPem] },
          },
        ],
        orders: orders.map((rid) => ({ connection: 'Production', rid })),
      }),
    );

  beforeAll(async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    host = (path) => join(folder, 'host', path);
    const own = ['--root', join(folder, 'images'), '--runroot', join(folder, 'state')];
    podman = async (...words) => {
      // runc runs with each version of control groups; the system need not be systemd's.
      const { code, output } = await run('podman', [
        ...[...own, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--log-level', 'fatal'],
        ...words,
      ]);
      if (code !== 0) throw new Error(`podman ${words.join(' ')} ended with ${code}: ${output}`);
      return output;
    };
    const image = join(folder, 'node.tar');
    const { program } = await registryNode(process.arch === 'arm64' ? 'arm64' : 'x64');
    await runOrThrow('mmdebstrap', [
      ...['--mode=root', '--variant=minbase', '--include=libstdc++6'],
      ...[`--customize-hook=copy-in ${program} /usr/local/bin`, 'bookworm', image],
    ]);
    await podman('import', image, 'localhost/notafter-test/node');
    service = await startTestService();
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 12 });
    await service.addOrder({ rid: 'mail', name: 'Mail', days: 12 });
    await giveConfiguration(['shop']);
    await give('/etc/notafter/company-ca.pem', service.caPem);
    const token = `${service.baseUrl} ${service.token}\n`;
    await give('/etc/notafter/credentials/notafter-token-production', token, user);
    await mkdir(host('/etc/nginx/tls'), { recursive: true });
    await chown(host('/etc/nginx/tls'), user, user);

    const [build = [], start = []] = await documented();
    const [verb = '', ...options] = build;
    const base = ['--pull=never', '--build-arg', 'NODE_IMAGE=localhost/notafter-test/node'];
    await podman(verb, ...base, ...options.map((word) => (word === '.' ? projectFolder : word)));
    const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'];
    await podman(
      ...['run', '--detach', '--network', 'host', ...limits],
      // Without systemd Podman has no timer for it.
      ...['--log-driver', 'k8s-file', '--health-interval', 'disable'],
      ...start.slice(1).map((word) => (word.startsWith('/') ? host(word) : word)),
    );
  });

  afterAll(async () => {
    await podman('rm', '--force', '--time', '0', name);
    // What it mounted would stay.
    await podman('system', 'reset', '--force');
  });

  const log = () => podman('logs', name);
  const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 60_000, interval: 200 });
  const untilLog = (text: string) => until(async () => expect(await log()).toContain(text));
  const notafter = (...words: readonly string[]) => podman('exec', name, 'notafter', ...words);
  const state = async (part: string) =>
    (await podman('inspect', '--format', `{{.State.${part}}}`, name)).trim();
  const file = (base: string) => host(`/etc/nginx/tls/shop/${base}`);
  const exported = async () => pemFingerprint(await readFile(file('fullchain.pem')));

  test('runs without root, from files that it cannot change', async () => {
    await untilLog('notafter connections add');
    expect(await podman('exec', name, 'id', '-u')).toBe(`${user}\n`);
    await expect(podman('exec', name, 'touch', '/opt/notafter/more')).rejects.toThrow(/read-only/iu);
    expect(await podman('exec', name, 'cat', '/proc/self/status')).toMatch(/^CapEff:\t0+$/mu);
  });

  test('fetches and exports an order, and keeps its files up to date', async () => {
    const words = ['connections', 'add', service.baseUrl, '--name', 'Production', '--token-credential'];
    await notafter(...words, '--ca-file', '/etc/notafter/company-ca.pem');
    await notafter('sync');
    await notafter('export', 'Shop', '--preset', 'nginx', '--to', '/exports', '--keep-updated');
    expect(await exported()).toBe(service.order('shop').fingerprint256);
    const { uid, mode } = await stat(file('privkey.pem'));
    expect([uid, mode & 0o777]).toEqual([user, 0o600]);
    await service.renew('shop', { days: 60 });
    await notafter('sync');
    await until(async () => expect(await exported()).toBe(service.order('shop').fingerprint256));
  });

  test('reads a replaced configuration at SIGHUP', async () => {
    await giveConfiguration(['shop', 'mail']);
    const [, , , reload = []] = await documented();
    await podman(...reload);
    await untilLog('config.json: added order mail');
  });

  test('is healthy while it answers, and not when it is stuck', async () => {
    await podman('healthcheck', 'run', name);
    const main = Number(await runOrThrow('pgrep', ['-P', await state('Pid')]));
    process.kill(main, 'SIGSTOP');
    await expect(podman('healthcheck', 'run', name)).rejects.toThrow('unhealthy');
    process.kill(main, 'SIGCONT');
    await podman('healthcheck', 'run', name);
  });

  test('ends in order, and has everything when it starts again', async () => {
    await podman('stop', '--time', '60', name);
    expect(await state('ExitCode')).toBe('0');
    await podman('start', name);
    await until(async () => expect(await notafter('status')).toMatch(/Mail.*Shop/su));
    await service.renew('shop', { days: 61 });
    await notafter('sync');
    await until(async () => expect(await exported()).toBe(service.order('shop').fingerprint256));
  });
});
