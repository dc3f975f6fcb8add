import { expect, it } from 'vitest';
import { chooseTargets, feedOverrides } from '#scripts/packaging/packageApp.ts';

it('chooses the default packages of the system', () => {
  expect(chooseTargets([], 'linux')).toEqual([{ system: 'linux', targets: ['dir', 'tar.gz'] }]);
  expect(chooseTargets([], 'darwin')).toEqual([{ system: 'mac', targets: ['dmg'] }]);
  expect(chooseTargets([], 'win32')).toEqual([{ system: 'win', targets: ['nsis'] }]);
});

it('groups named packages by system, without duplicates, ignoring case', () => {
  expect(chooseTargets(['nsis,appimage', 'deb', 'AppImage'], 'linux')).toEqual([
    { system: 'linux', targets: ['AppImage', 'deb'] },
    { system: 'win', targets: ['nsis'] },
  ]);
});

it('refuses unknown packages and lists the known ones', () => {
  expect(() => chooseTargets(['dir', 'msi'], 'linux')).toThrow(
    /no package called msi\. There are: dir, .*nsis/,
  );
  expect(() => chooseTargets([], 'freebsd')).toThrow(/no package for freebsd/);
});

it('packages have no update feed by default', () => {
  expect(feedOverrides(undefined)).toEqual({});
  expect(feedOverrides('')).toEqual({});
});

it('accepts only an https feed', () => {
  const url = 'https://downloads.example/notafter/';
  expect(feedOverrides(url)).toEqual({ publish: { provider: 'generic', url } });
  for (const refused of ['http://downloads.example/', 'downloads.example', 'file:///feed'])
    expect(() => feedOverrides(refused)).toThrow('https');
});
