import { expect, it } from 'vitest';
import { feedAddresses, programOf } from '#main/settings/update/feedAddresses.ts';
import { isOlderVersion } from '#main/settings/update/versions.ts';
import { fileWith, releaseWith } from '#test/support/signedFeed.ts';

const release = releaseWith({
  files: [
    'linux-x86_64.AppImage',
    'linux-arm64.AppImage',
    'linux-amd64.deb',
    'win-x64.exe',
    'win-arm64.exe',
  ].map((name) => fileWith(`NotAfter-2.0.0-${name}`, name)),
});

it.each(['https://downloads.example/notafter', 'https://downloads.example/notafter/'])(
  'the folder %s has all files',
  (url) => {
    const addresses = feedAddresses({ provider: 'generic', url, updaterCacheDirName: 'x' });
    expect(addresses?.newest('release.json')).toBe('https://downloads.example/notafter/release.json');
    expect(addresses?.of(release, 'NotAfter.exe')).toBe('https://downloads.example/notafter/NotAfter.exe');
  },
);

it('releases on GitHub have their files below their tags', () => {
  const addresses = feedAddresses({ provider: 'github', owner: 'a', repo: 'b' });
  expect(addresses?.newest('release.json')).toBe(
    'https://github.com/a/b/releases/latest/download/release.json',
  );
  expect(addresses?.of(release, 'x')).toBe('https://github.com/a/b/releases/download/v2.0.0/x');
});

it.each([null, '', {}, { provider: 's3', bucket: 'b' }, { provider: 'generic', url: 'x' }])(
  'another feed is not read: %j',
  (config) => {
    expect(feedAddresses(config)).toBeNull();
  },
);

it.each([
  ['linux', 'x64', 'linux-x86_64.AppImage'],
  ['linux', 'arm64', 'linux-arm64.AppImage'],
  ['win32', 'x64', 'win-x64.exe'],
  ['win32', 'arm64', 'win-arm64.exe'],
])('the program for %s on %s is %s', (platform, processor, name) => {
  expect(programOf(release, platform, processor)?.name).toBe(`NotAfter-2.0.0-${name}`);
});

it('there is no program for other systems, and none of another version', () => {
  expect(programOf(release, 'darwin', 'arm64')).toBeNull();
  expect(programOf(release, 'linux', 'riscv64')).toBeNull();
  expect(programOf({ ...release, version: '2.0.1' }, 'linux', 'x64')).toBeNull();
});

it.each([
  ['1.2.3', '1.2.4', true],
  ['1.2.3', '1.10.0', true],
  ['1.2.3', '1.2.3', false],
  ['2.0.0', '1.9.9', false],
  ['1.2.3-1', '1.2.3', false],
])('%s is older than %s: %s', (left, right, older) => {
  expect(isOlderVersion(left, right)).toBe(older);
});
