import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { needs } from '#scripts/vitest/needs.ts';
import {
  canMakeScriptRoot,
  makeScriptRoot,
  profileCache,
  runBeside,
  type ScriptSystem,
  ubuntu,
  withoutAppArmor,
} from '#test/support/scriptRoot.ts';

const needsRoot = needs(canMakeScriptRoot, 'this process may not mount, or /bin is no link to /usr/bin');

/** A system in which the app was unpacked. The scripts are those of the packages, with the names filled in. */
function install(system: ScriptSystem) {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const launcher = makeScriptRoot(folder, system);
  mkdirSync(join(folder, 'opt', 'NotAfter', 'resources'), { recursive: true });
  writeFileSync(join(folder, 'opt', 'NotAfter', 'chrome-sandbox'), '', { mode: 0o755 });
  writeFileSync(join(folder, 'opt', 'NotAfter', 'resources', 'apparmor-profile'), 'profile');
  for (const name of ['afterInstall.sh', 'afterRemove.sh']) {
    const text = readFileSync(join(projectFolder, 'assets', 'package', 'linux', name), 'utf8');
    writeFileSync(
      join(folder, name),
      text
        .replaceAll('$' + '{sanitizedProductName}', 'NotAfter')
        .replaceAll('$' + '{executable}', 'notafter'),
    );
  }
  return {
    folder,
    runScript: (name: 'afterInstall.sh' | 'afterRemove.sh', ...words: readonly string[]) =>
      runBeside(launcher, 'chroot', folder, 'sh', `/${name}`, ...words),
    state: () => ({
      hasProfile: existsSync(join(folder, 'etc', 'apparmor.d', 'notafter')),
      isLoaded: existsSync(join(folder, 'loaded')),
      isCached: existsSync(join(folder, profileCache, 'notafter')),
      sandbox: (statSync(join(folder, 'opt', 'NotAfter', 'chrome-sandbox')).mode & 0o7777).toString(8),
    }),
  };
}

const good = { code: 0, output: '' };
const none = { hasProfile: false, isLoaded: false, isCached: false, sandbox: '755' };
const loaded = { hasProfile: true, isLoaded: true, isCached: true, sandbox: '755' };

describe('after the installation', needsRoot, () => {
  const systems: readonly (readonly [
    string,
    ScriptSystem,
    ReturnType<ReturnType<typeof install>['state']>,
  ])[] = [
    ['Ubuntu has the profile', ubuntu, loaded],
    ['a system without AppArmor has nothing more', withoutAppArmor, none],
    [
      'a system that forbids user namespaces has the setuid helper',
      { ...withoutAppArmor, hasNamespaces: false },
      { ...none, sandbox: '4755' },
    ],
    [
      'a system with an older AppArmor has nothing more',
      { ...ubuntu, knowsProfile: false, hasNamespaces: true },
      none,
    ],
    [
      'an image has the profile for later, and the helper',
      { ...ubuntu, isImage: true },
      { ...none, hasProfile: true, sandbox: '4755' },
    ],
    [
      'a kernel that refuses the profile has the helper',
      { ...ubuntu, loadsProfile: false },
      { ...none, hasProfile: true, sandbox: '4755' },
    ],
  ];

  // Debian says "configure", RPM 1 for the first version.
  it.each(systems)('%s', (_, system, expected) => {
    for (const word of ['configure', '1']) {
      const { runScript, state } = install(system);
      expect(runScript('afterInstall.sh', word)).toEqual(good);
      expect(state()).toEqual(expected);
    }
  });

  it('an upgrade takes the helper’s right back where namespaces are allowed now', () => {
    const { folder, runScript, state } = install({ ...withoutAppArmor, hasNamespaces: false });
    runScript('afterInstall.sh', 'configure');
    expect(state().sandbox).toBe('4755');
    writeFileSync(join(folder, 'sbin', 'setpriv'), '#!/bin/sh\nexit 0\n');
    expect(runScript('afterInstall.sh', 'configure', '0.1.0-1')).toEqual(good);
    expect(state().sandbox).toBe('755');
  });
});

describe('after the removal', needsRoot, () => {
  it.each(['remove', 'purge', '0'])('in the word %s nothing of the profile is left', (word) => {
    const { runScript, state } = install(ubuntu);
    runScript('afterInstall.sh', 'configure');
    expect(runScript('afterRemove.sh', word)).toEqual(good);
    expect(state()).toEqual(none);
    // Debian removes, then purges.
    expect(runScript('afterRemove.sh', 'purge')).toEqual(good);
  });

  it.each(['upgrade', 'failed-upgrade', 'abort-install', 'abort-upgrade', 'disappear', '1', '2', '10'])(
    'in the word %s another version stays, with its profile',
    (word) => {
      const { runScript, state } = install(ubuntu);
      runScript('afterInstall.sh', 'configure');
      expect(runScript('afterRemove.sh', word, '0.2.0-1')).toEqual(good);
      expect(state()).toEqual(loaded);
    },
  );

  it('of an image, the kernel is not asked', () => {
    const { folder, runScript, state } = install({ ...ubuntu, isImage: true });
    runScript('afterInstall.sh', 'configure');
    writeFileSync(join(folder, 'loaded'), 'of the kernel’s own system');
    expect(runScript('afterRemove.sh', 'remove')).toEqual(good);
    expect(state()).toMatchObject({ hasProfile: false, isLoaded: true });
  });

  it('a system without AppArmor has nothing to remove', () => {
    const { runScript, state } = install(withoutAppArmor);
    runScript('afterInstall.sh', '1');
    expect(runScript('afterRemove.sh', '0')).toEqual(good);
    expect(state()).toEqual(none);
  });
});
