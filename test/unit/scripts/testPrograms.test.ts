import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { neededPrograms } from '#scripts/systemPackages.ts';

/** Programs of essential Debian packages, and those that run these scripts. */
const alwaysThere = new Set([
  ...[
    'bash',
    'cp',
    'diff',
    'find',
    'findmnt',
    'id',
    'mkfifo',
    'nsenter',
    'script',
    'setpriv',
    'setsid',
    'sh',
    'sha256sum',
    'sleep',
    'su',
    'systemctl',
    'sync',
    'tar',
    'unshare',
    'xargs',
  ],
  ...['apt-cache', 'apt-get', 'dpkg-query', 'npm'],
]);

/** Programs for drawing the icons, which only maintainers do. */
const iconPrograms = new Set(['rsvg-convert', 'png2icns']);

/** The programs under test, which packages install in systems of their own. */
const ownPrograms = new Set(['notafter', 'notafter-server']);

const call =
  /\b(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\)|runOnDesktop|run|runOrThrow|runVisibly|start)\(\s*'([a-z0-9][\w.+-]*)',\s*(?:\[|\.\.\.|args|'|options)/gi;

/** Its programs run in a Debian with desktops, which has packages of its own (`scripts/desktops/desktopRoot.ts`). */
const onDesktops = 'test/support/desktops/';

const sources = globSync(['test/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: projectFolder }).filter(
  (path) => !path.startsWith(onDesktops),
);
const called = sources.flatMap((path) =>
  [...readFileSync(join(projectFolder, path), 'utf8').matchAll(call)].map(([, program]) => program ?? ''),
);

it('finds programs that tests and scripts run', () => {
  expect(called).toEqual(expect.arrayContaining(['git', 'xdotool', 'openssl', 'gdbus', 'unshare']));
});

// The setup must report a missing program: a test would only fail, or not run.
it('the setup installs every program that tests and scripts run', () => {
  const known = (program: string) =>
    [neededPrograms, alwaysThere, iconPrograms, ownPrograms].some((programs) => programs.has(program));
  expect([...new Set(called)].filter((program) => !known(program))).toEqual([]);
});
