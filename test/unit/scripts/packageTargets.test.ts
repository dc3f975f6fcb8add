import { expect, it } from 'vitest';
import { chooseTargets } from '#scripts/packaging/packageApp.ts';

it('makes what suits the machine when nothing is named', () => {
  expect(chooseTargets([], 'linux')).toEqual([{ system: 'linux', targets: ['dir', 'tar.gz'] }]);
  expect(chooseTargets([], 'darwin')).toEqual([{ system: 'mac', targets: ['dmg'] }]);
  expect(chooseTargets([], 'win32')).toEqual([{ system: 'win', targets: ['nsis'] }]);
});

it('sorts what is named by system, each once, whatever the case', () => {
  expect(chooseTargets(['nsis,appimage', 'deb', 'AppImage'], 'linux')).toEqual([
    { system: 'linux', targets: ['AppImage', 'deb'] },
    { system: 'win', targets: ['nsis'] },
  ]);
});

it('refuses what it does not know, and says what there is', () => {
  expect(() => chooseTargets(['dir', 'msi'], 'linux')).toThrow(
    /no package called msi\. There are: dir, .*nsis/,
  );
  expect(() => chooseTargets([], 'freebsd')).toThrow(/no package for freebsd/);
});
