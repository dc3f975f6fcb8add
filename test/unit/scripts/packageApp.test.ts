import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  chooseTargets,
  feedOverrides,
  formerPackages,
  givenElectron,
  notesOverrides,
  signingOverrides,
  systemOf,
} from '#scripts/packaging/packageApp.ts';

it('chooses the default packages of the system', () => {
  expect(chooseTargets([], systemOf('linux'))).toEqual([{ system: 'linux', targets: ['dir', 'tar.gz'] }]);
  expect(chooseTargets([], systemOf('darwin'))).toEqual([{ system: 'mac', targets: ['dmg'] }]);
  expect(chooseTargets([], systemOf('win32'))).toEqual([{ system: 'win', targets: ['nsis'] }]);
});

it('groups named packages by system, without duplicates, ignoring case', () => {
  expect(chooseTargets(['nsis,appimage', 'deb', 'AppImage'], 'linux')).toEqual([
    { system: 'linux', targets: ['AppImage', 'deb'] },
    { system: 'win', targets: ['nsis'] },
  ]);
});

it('makes the unpacked app of the preferred system, if it has one', () => {
  expect(chooseTargets(['dir'], 'linux')).toEqual([{ system: 'linux', targets: ['dir'] }]);
  expect(chooseTargets(['dir', 'dir', 'deb'], 'win')).toEqual([
    { system: 'linux', targets: ['deb'] },
    { system: 'win', targets: ['dir'] },
  ]);
  expect(chooseTargets(['dir'], 'mac')).toEqual([{ system: 'linux', targets: ['dir'] }]);
});

it('refuses unknown packages and lists the known ones', () => {
  expect(() => chooseTargets(['dir', 'msi'], 'linux')).toThrow(
    /no package called msi\. There are: dir, .*nsis/,
  );
  expect(() => chooseTargets([], systemOf('freebsd'))).toThrow(/no default package/);
});

it('packs a given Electron for its system and processor only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-electron-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'electron.exe'), '');
  writeFileSync(join(folder, 'version'), 'v1.2.3');
  const orders = chooseTargets(['dir'], 'win');
  expect(givenElectron(undefined, undefined, orders)).toBeNull();
  expect(givenElectron(folder, 'x64', orders)).toMatchObject({ folder, version: '1.2.3' });
  expect(() => givenElectron(folder, undefined, orders)).toThrow('one system and processor');
  expect(() => givenElectron(folder, 'x64', chooseTargets(['nsis', 'deb'], 'win'))).toThrow('one system');
  expect(() => givenElectron(folder, 'x64', chooseTargets(['dir'], 'linux'))).toThrow('holds no Electron');
});

it('packages have the feed of electron-builder.yml by default, and none if that is wanted', () => {
  expect(feedOverrides(undefined)).toEqual({});
  expect(feedOverrides('')).toEqual({});
  expect(feedOverrides('none')).toEqual({ publish: null });
});

it('accepts only an https feed', () => {
  const url = 'https://downloads.example/notafter/';
  expect(feedOverrides(url)).toEqual({ publish: { provider: 'generic', url } });
  for (const refused of ['http://downloads.example/', 'downloads.example', 'file:///feed'])
    expect(() => feedOverrides(refused)).toThrow('https');
});

it('a package without a signature fails only if signing is forced', () => {
  expect(signingOverrides(undefined)).toEqual({});
  expect(signingOverrides('')).toEqual({});
  expect(signingOverrides('true')).toEqual({ forceCodeSigning: true });
  expect(() => signingOverrides('yes')).toThrow('NOTAFTER_FORCE_SIGNING');
});

it('the feed gets the changes of a released version as its notes', () => {
  const changelog = '## [Unreleased]\n\n- Not yet.\n\n## [1.2.3] - 2026-03-01\n\n- A tray icon.\n';
  expect(notesOverrides(changelog, '1.2.3')).toEqual({ releaseInfo: { releaseNotes: '- A tray icon.' } });
  expect(notesOverrides(changelog, '1.2.4')).toEqual({});
});

it('removes former packages, except those of the same version for other systems', () => {
  const linux = ['NotAfter-0.2.0-linux-amd64.deb', 'latest-linux.yml', 'latest-linux-arm64.yml'];
  const both = 'NotAfter-0.2.0-win.exe';
  const windows = [both, 'NotAfter-0.2.0-win-x64.exe', 'NotAfter-0.2.0-win-x64.exe.blockmap', 'latest.yml'];
  const others = ['linux-unpacked', 'builder-debug.yml', 'NotAfter-0.1.0-win-x64.exe', 'latest-mac.yml'];
  const all = [...linux, ...windows, ...others];
  expect(formerPackages(all, '0.2.0', ['win'])).toEqual([...windows, ...others]);
  expect(formerPackages(all, '0.2.0', ['linux'])).toEqual([...linux, ...others]);
  expect(formerPackages(all, '0.2.0', ['linux', 'win'])).toEqual(all);
  expect(formerPackages(linux, '0.3.0', ['win'])).toEqual(linux);
});
