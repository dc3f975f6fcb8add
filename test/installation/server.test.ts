import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '#scripts/vitest/needs.ts';
import { blockWith, filesOf } from '#test/support/documentBlocks.ts';
import { makeBareRoot } from '#test/support/e2e/bareRoot.ts';
import {
  buildServerPackages,
  finishedPackages,
  type ServerPackages,
  serverPackagesIn,
} from '#test/support/e2e/builtPackages.ts';

const before = '0.0.9';
const finished = finishedPackages();
const isX64 = needs(process.getuid?.() === 0 && process.arch === 'x64', 'only root can, on x64');

/** Says on a bus of its own, by the exit codes of pkcheck(1), what the user of the service may do. */
const askPolkit = `
  unset DBUS_SYSTEM_BUS_ADDRESS
  mkdir -p /run/dbus
  bus=$(dbus-daemon --system --fork --nopidfile --print-pid)
  /usr/lib/polkit-1/polkitd --no-debug > /srv/polkit.log 2>&1 & polkit=$!
  setpriv --reuid=notafter --regid=notafter --clear-groups sleep 600 & service=$!
  until gdbus call -y -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.GetNameOwner org.freedesktop.PolicyKit1
    do kill -0 $polkit && sleep 0.1 || exit 9; done > /dev/null 2>&1
  for asked in 'nginx.service reload' 'nginx.service restart' 'ssh.service reload'; do
    pkcheck -p $service -a org.freedesktop.systemd1.manage-units -d unit \${asked% *} -d verb \${asked#* } > /dev/null 2>&1
    echo "$asked: $?"
  done
  kill $service $polkit $bus
  cat /srv/polkit.log`;

describe('the deb of the program without Electron', isX64, () => {
  let old: ServerPackages;
  let present: ServerPackages;

  beforeAll(async () => {
    old = await buildServerPackages('x64', before);
    present = finished === null ? await buildServerPackages() : await serverPackagesIn(finished, 'x64');
  });

  // One with systemd, whose service it is; one with only what every Debian has.
  test.each([
    ['bookworm', ['systemd']],
    ['trixie', []],
  ])('is installed, runs, is upgraded and removed in a bare Debian %s with %j', async (release, others) => {
    const root = await makeBareRoot(release, old.deb, others);
    const facts = () => root.run('dpkg', '-s', 'notafter-server');
    const notafter = (...words: readonly string[]) =>
      root.run('notafter', '--user-data-dir=/srv/data', ...words);
    const enabled = async () =>
      (await root.paths()).filter((path) => /^\/etc\/systemd\/.*\/notafter\.service$/u.test(path));

    expect(await facts()).toContain(`Version: ${before}-1\n`);
    expect(await root.run('notafter-server', '--version')).toMatch(/^NotAfter [\d.]+\n$/u);
    expect(await notafter('status')).toBe('No orders yet. Add some with “notafter orders add”.\n');
    expect(await notafter('config', 'example')).toContain('"notafter-configuration"');
    const hasUser = (await readFile(join(root.folder, 'etc', 'passwd'), 'utf8')).includes('notafter:');
    expect(hasUser).toBe(others.includes('systemd'));
    if (hasUser) await root.run('systemctl', 'enable', 'notafter.service');
    const links = await enabled();
    expect(links).toHaveLength(hasUser ? 1 : 0);

    expect(await root.run('dpkg', '-i', present.deb)).toContain(`over (${before}-1)`);
    const [, version = ''] = /^NotAfter (.+)\n$/u.exec(await notafter('--version')) ?? [];
    expect(await facts()).toContain(`Version: ${version}-1\n`);
    expect(await enabled()).toEqual(links);
    const kept = await readdir(join(root.folder, 'srv', 'data'));
    expect(kept).toContain('notafter.db');

    await root.run('dpkg', '--purge', 'notafter-server');
    const without = await root.paths();
    expect(without.filter((path) => /notafter/iu.test(path) && !path.startsWith('/srv/data/'))).toEqual([]);
    expect(await readdir(join(root.folder, 'srv', 'data'))).toEqual(kept);
    await root.run('dpkg', '-i', present.deb);
    await root.run('dpkg', '--purge', 'notafter-server');
    expect(await root.paths()).toEqual(without);
  });

  test.each(['bookworm', 'trixie'])('polkit of %s accepts the rule of the document', async (release) => {
    const root = await makeBareRoot(release, present.deb, ['systemd', 'polkitd', 'dbus', 'libglib2.0-bin']);
    for (const [path, text] of Object.entries(filesOf(blockWith('docs/server.md', 'polkit.addRule'))))
      await writeFile(join(root.folder, path), text);
    expect(await root.run('sh', '-c', askPolkit)).toMatch(
      /^nginx\.service reload: 0\nnginx\.service restart: 2\nssh\.service reload: 2\n/u,
    );
  });
});
