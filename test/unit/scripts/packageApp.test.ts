import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { feedOverrides, keyOverrides, publisherOverrides } from '#scripts/packaging/packageApp.ts';
import {
  chooseTargets,
  formerPackages,
  givenElectron,
  systemOf,
  takeServer,
} from '#scripts/packaging/packageTargets.ts';
import { newFeedKey } from '#test/support/signedFeed.ts';

const derOf = (key: KeyObject, type: 'spki' | 'pkcs8') =>
  key.export({ type: type as 'spki', format: 'der' }).toString('base64');
const newPrivateKey = (kind: 'ed25519') => derOf(generateKeyPairSync(kind).privateKey, 'pkcs8');
const newPublicKey = (kind: 'x25519') => derOf(generateKeyPairSync(kind).publicKey, 'spki');

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

it('packages have the keys of electron-builder.yml only for the feed there', () => {
  const [one, two] = [newFeedKey().text, newFeedKey().text];
  const feed = 'https://downloads.example/notafter/';
  expect(keyOverrides(undefined, undefined)).toEqual({});
  expect(keyOverrides('', '')).toEqual({});
  expect(keyOverrides(feed, undefined)).toEqual({ updateKeys: '' });
  expect(keyOverrides(feed, `${one} ${two}`)).toEqual({ updateKeys: `${one} ${two}` });
  expect(keyOverrides(undefined, one)).toEqual({ updateKeys: one });
});

it.each([
  ['no key', 'abc'],
  ['a private key', newPrivateKey('ed25519')],
  ['a key of another kind', newPublicKey('x25519')],
  ['one key and something else', `${newFeedKey().text} abc`],
])('refuses %s for the update feed', (_, keys) => {
  expect(() => keyOverrides(undefined, keys)).toThrow('NOTAFTER_UPDATE_KEYS');
});

it('packages for Windows name the publisher that will sign them', () => {
  expect(publisherOverrides(undefined)).toEqual({});
  expect(publisherOverrides('')).toEqual({});
  expect(publisherOverrides('The authors')).toEqual({
    win: { signtoolOptions: { publisherName: 'The authors' } },
  });
});

it('removes former packages, except those of the same version for other systems', () => {
  const linux = ['NotAfter-0.2.0-linux-amd64.deb', 'latest-linux.yml', 'latest-linux-arm64.yml'];
  const both = 'NotAfter-0.2.0-win.exe';
  const windows = [both, 'NotAfter-0.2.0-win-x64.exe', 'NotAfter-0.2.0-win-x64.exe.blockmap', 'latest.yml'];
  const others = ['linux-unpacked', 'builder-debug.yml', 'NotAfter-0.1.0-win-x64.exe', 'latest-mac.yml'];
  const all = [...linux, ...windows, ...others];
  expect(formerPackages(all, '0.2.0', ['win'])).toEqual([...windows, ...others]);
  expect(formerPackages(all, '0.2.0', ['linux'], 'x64')).toEqual([...linux, ...others]);
  expect(formerPackages(all, '0.2.0', ['linux', 'win'], 'x64')).toEqual(all);
  expect(formerPackages(linux, '0.3.0', ['win'])).toEqual(linux);
});

it.each([
  ['x64', 'arm64'],
  ['arm64', 'x64'],
] as const)('removes no packages for %s when those for %s are made again', (kept, made) => {
  const x64 = ['amd64.deb', 'x86_64.rpm', 'x86_64.AppImage', 'x64.tar.gz'];
  const all = { x64, arm64: ['arm64.deb', 'aarch64.rpm', 'arm64.AppImage', 'arm64.tar.gz'] };
  const names = (processor: 'x64' | 'arm64') => all[processor].map((word) => `NotAfter-0.2.0-linux-${word}`);
  const both = [...names('x64'), ...names('arm64')];
  expect(formerPackages(both, '0.2.0', ['linux'], made)).toEqual(
    both.filter((name) => !names(kept).includes(name)),
  );
  expect(formerPackages(both, '0.3.0', ['linux'], made)).toEqual(both);
});

it('takes the program without Electron out of the packages of the app, ignoring case', () => {
  expect(takeServer(['deb,Server', 'rpm'])).toEqual({ hasServer: true, others: ['deb', 'rpm'] });
  expect(takeServer(['server'])).toEqual({ hasServer: true, others: [] });
  expect(takeServer(['deb'])).toEqual({ hasServer: false, others: ['deb'] });
  expect(() => chooseTargets(['msi'], 'linux')).toThrow('server');
});
