import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  goThroughFirstStart,
  shownOrders,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { type BareRoot, makeBareRoot } from '#test/support/e2e/bareRoot.ts';
import {
  type BuiltPackages,
  buildPackages,
  finishedPackages,
  packagesIn,
} from '#test/support/e2e/builtPackages.ts';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { hasNamespaces } from '#test/support/e2e/ordinaryUser.ts';
import { runPackaged, startPackaged } from '#test/support/e2e/packagedApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';

const before = '0.0.9';
let old: BuiltPackages;
let present: BuiltPackages;

beforeAll(async () => {
  old = await buildPackages(['deb'], before);
  const finished = finishedPackages();
  present = finished === null ? await buildPackages(['deb']) : await packagesIn(finished);
});

/** Chromium never creates a sandbox for root. */
const args = ['--no-sandbox'];

const isRoot = needs(process.getuid?.() === 0, 'only root can make a bare Debian');

// The last two releases have different names for the libraries.
describe.each(['bookworm', 'trixie'])('the deb in a bare Debian %s', isRoot, (release) => {
  let root: BareRoot;

  const installed = () => ({
    folder: '/opt/NotAfter',
    executable: '/usr/bin/notafter',
    resources: join(root.folder, 'opt', 'NotAfter', 'resources'),
  });
  const sandboxHelper = async () => {
    const { mode, uid } = await stat(join(root.folder, 'opt', 'NotAfter', 'chrome-sandbox'));
    return { mode: mode & 0o7777, uid };
  };
  const tooltip = async (pid: number) => (await untilTray(pid)).tooltip;
  const start = (configHome: string) =>
    startPackaged(installed(), configHome, { launcher: root.launcher, args });

  test('is installed, runs, is upgraded with its data kept, and is removed without leftovers', async () => {
    root = await makeBareRoot(release, old.file('deb'));
    const service = await startTestService({ tls: false });
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 20 });
    const configHome = await temporaryFolder();
    // mmdebstrap installs in a root where nobody can create the namespaces of a sandbox.
    expect(await sandboxHelper()).toEqual({ mode: 0o4755, uid: 0 });

    const first = await start(configHome);
    let page = await first.window();
    const t = await wordsOf(page);
    const { baseUrl, token, rids } = service;
    await goThroughFirstStart(page, t, { name: 'Main service', baseUrl, hasCaFile: false, token, rids });
    await untilAllAsked(page);
    await expect.poll(() => tooltip(first.pid)).toContain('Shop');
    await pictureOfScreen(`installed-${release}`);
    process.kill(first.pid);
    await first.ended;

    const file = present.file('deb');
    expect(await root.run('dpkg', '-i', file)).toContain(`over (${before}-1)`);
    expect(await sandboxHelper()).toEqual({ mode: hasNamespaces() ? 0o755 : 0o4755, uid: 0 });
    const second = await start(configHome);
    page = await second.window();
    await untilAllAsked(page);
    expect((await shownOrders(page)).map(({ name }) => name)).toEqual(['Shop']);
    // The token is still found: the service answers.
    expect((await snapshotOf(page)).connections.map(({ name }) => name)).toEqual(['Main service']);
    await expect.poll(() => tooltip(second.pid)).toContain('Shop');
    process.kill(second.pid);
    await second.ended;
    expect(
      await runPackaged(installed(), configHome, { launcher: root.launcher, args: [...args, 'status'] }),
    ).toBe(0);

    await root.run('dpkg', '--purge', 'notafter');
    const without = await root.paths();
    expect(without.filter((path) => /notafter/iu.test(path))).toEqual([]);
    expect(await root.run('sh', '-c', 'dpkg -l notafter 2>&1 || true')).not.toMatch(/^[a-z]i/mu);
    expect((await stat(join(configHome, 'NotAfter', 'notafter.db'))).size).toBeGreaterThan(0);

    await root.run('dpkg', '-i', file);
    await root.run('dpkg', '--remove', 'notafter');
    expect(await root.paths()).toEqual(without);
  });
});
