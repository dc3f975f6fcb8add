import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { signedReleaseSchema } from '#main/settings/update/signedRelease.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { writeReleaseFiles } from '#scripts/packaging/releaseFiles.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { repositoryUrl } from '#shared/repository.ts';
import { fileWith } from '#test/support/signedFeed.ts';

/** Bash of version 4 and GNU's tools. */
const needsLinux = needs(process.platform === 'linux', 'this is not Linux');

const version = '9.2.0';
const packages = [
  'linux-aarch64.rpm',
  'linux-amd64.deb',
  'linux-arm64.AppImage',
  'linux-arm64.deb',
  'linux-x86_64.AppImage',
  'linux-x86_64.rpm',
  'mac-universal.dmg',
  'win-arm64.exe',
  'win-x64.exe',
].map((suffix) => `NotAfter-${version}-${suffix}`);
const address = (name: string) => `${repositoryUrl}/releases/download/v${version}/${name}`;
const digest = (name: string) => createHash('sha256').update(name).digest('hex');

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A released project with packages, each with its name as its content. */
async function release(tag = `v${version}`, names: readonly string[] = packages, changes = '- A tray icon.') {
  const folder = temporary();
  const [root, files, output] = ['root', 'files', 'output'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(root);
  mkdirSync(files);
  cpSync(join(projectFolder, 'electron-builder.yml'), join(root, 'electron-builder.yml'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version }));
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    `## [Unreleased]\n\n- Not yet.\n\n## [${version}] - 2026-03-01\n\n${changes}\n`,
  );
  for (const name of names) writeFileSync(join(files, name), name);
  await writeReleaseFiles(tag, files, output, new Date('2026-03-02T10:20:30.456Z'), root);
  return { files, output, read: (path: string) => readFileSync(join(output, path), 'utf8') };
}

it('packages of the program without Electron have digests, and the feed of the app does not name them', async () => {
  const server = [`notafter-server-${version}-linux-x64.tar.gz`, `notafter-server_${version}_arm64.deb`];
  const { files } = await release(`v${version}`, [...packages, ...server]);
  const sums = readFileSync(join(files, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(sums).toEqual([...packages, ...server].map((name) => `${digest(name)}  ${name}`));
  const feed = JSON.parse(readFileSync(join(files, 'release.json'), 'utf8'));
  expect(feed.files.map(({ name }: { name: string }) => name)).toEqual(packages);
});

it('the digests are those that sha256sum checks', needsLinux, async () => {
  const { files } = await release();
  const said = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: files, encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(packages.map((name) => `${name}: OK`));
});

it('the update feed describes the packages, and the time to sign it at', async () => {
  const { files } = await release();
  const feed = JSON.parse(readFileSync(join(files, 'release.json'), 'utf8'));
  expect(feed).toMatchObject({
    format: 1,
    version,
    releasedAt: '2026-03-01',
    signedAt: '2026-03-02T10:20:30Z',
    notes: '- A tray icon.',
  });
  expect(feed.files).toEqual(packages.map((name) => fileWith(name, name)));
});

it('versions that read no signed feed find their own', async () => {
  const { files } = await release();
  const feed = (name: string) => parse(readFileSync(join(files, name), 'utf8'));
  const urls = (name: string) => feed(name).files.map(({ url }: { readonly url: string }) => url);
  expect(urls('latest-linux.yml')).toEqual([`NotAfter-${version}-linux-x86_64.AppImage`]);
  expect(urls('latest.yml')).toEqual(['arm64', 'x64'].map((cpu) => `NotAfter-${version}-win-${cpu}.exe`));
  expect(feed('latest.yml')).toMatchObject({ version, releaseDate: '2026-03-01' });
});

it('the notes of the release are its changes', async () => {
  const { read } = await release();
  expect(read('notes.md')).toBe('- A tray icon.\n');
});

it('the update feed has as many whole lines of long changes as apps take, and says where the others are', async () => {
  const lines = Array.from({ length: 900 }, (_, at) => `- Change ${at} of a version that took long to make.`);
  const { files, read } = await release(undefined, undefined, lines.join('\n'));
  const { notes } = signedReleaseSchema.parse(JSON.parse(readFileSync(join(files, 'release.json'), 'utf8')));
  const shown = notes.split('\n');
  expect(shown.at(-1)).toBe(`${repositoryUrl}/releases/tag/v${version}`);
  expect(shown.slice(0, -2)).toEqual(lines.slice(0, shown.length - 2));
  expect(notes.length).toBeGreaterThan(19_800);
  expect(read('notes.md')).toContain('- Change 899 ');
});

it('winget gets one folder with a file of each kind', async () => {
  const { output } = await release();
  const folder = join(output, 'winget/manifests/n/NotAfter/NotAfter', version);
  const files = globSync('*.yaml', { cwd: folder }).sort();
  expect(files).toEqual([
    'NotAfter.NotAfter.installer.yaml',
    'NotAfter.NotAfter.locale.en-US.yaml',
    'NotAfter.NotAfter.locale.zh-CN.yaml',
    'NotAfter.NotAfter.yaml',
  ]);
  const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'));
  const [installer, english, chinese, index] = files.map(read);
  for (const each of [installer, english, chinese, index])
    expect(each).toMatchObject({
      PackageIdentifier: 'NotAfter.NotAfter',
      PackageVersion: version,
      ManifestVersion: '1.10.0',
    });
  expect([installer, english, chinese, index].map(({ ManifestType }) => ManifestType)).toEqual([
    'installer',
    'defaultLocale',
    'locale',
    'version',
  ]);
  expect(index.DefaultLocale).toBe(english.PackageLocale);
  expect(installer).toMatchObject({ InstallerType: 'nullsoft', Scope: 'user', ReleaseDate: '2026-03-01' });
  const expected = (['x64', 'arm64'] as const).map((Architecture) => {
    const name = `NotAfter-${version}-win-${Architecture}.exe`;
    return { Architecture, InstallerUrl: address(name), InstallerSha256: digest(name).toUpperCase() };
  });
  expect(installer.Installers).toEqual(expected);
  // The bounds of winget's schema.
  for (const { ShortDescription: text } of [english, chinese]) {
    expect(text.length).toBeGreaterThan(2);
    expect(text.length).toBeLessThan(257);
  }
  expect(chinese.ShortDescription).toMatch(/\p{Script=Han}/u);
  expect(english.Description).toContain('tray');
});

it('the cask names the disk image, and only folders that the app has', async () => {
  const { read } = await release();
  const cask = read('homebrew/Casks/notafter.rb');
  const name = `NotAfter-${version}-mac-universal.dmg`;
  expect(/^ {2}sha256 "(.*)"$/mu.exec(cask)?.[1]).toBe(digest(name));
  expect(/^ {2}url "(.*)"$/mu.exec(cask)?.[1]?.replaceAll('#{version}', version)).toBe(address(name));
  expect(cask).toContain(`version "${version}"`);
  expect(/^ {2}desc "(.*)"$/mu.exec(cask)?.[1]).toMatch(/^(?!An? |NotAfter).{1,79}[^.]$/u);
  expect(cask.match(/\bdo$/gmu)?.length).toBe(cask.match(/^ *end$/gmu)?.length);
  expect(cask).toContain('~/Library/Preferences/app.notafter.NotAfter.plist');
});

it('what Bash reads in the PKGBUILD is what .SRCINFO says', needsLinux, async () => {
  const { output, read } = await release();
  const script = `
    set -eu
    source ./PKGBUILD
    echo "pkgbase = $pkgname"
    for name in pkgdesc pkgver pkgrel url arch license depends optdepends provides conflicts options source sha256sums; do
      declare -n values=$name
      for value in "\${values[@]}"; do printf '\\t%s = %s\\n' "$name" "$value"; done
    done
    printf '\\npkgname = %s\\n' "$pkgname"
  `;
  const said = execFileSync('bash', ['-c', script], { cwd: join(output, 'aur'), encoding: 'utf8' });
  expect(read('aur/.SRCINFO')).toBe(said);
  const name = `NotAfter-${version}-linux-amd64.deb`;
  expect(said).toContain(`\tsource = ${name}::${address(name)}\n\tsha256sums = ${digest(name)}\n`);
});

it('the PKGBUILD takes the files of the deb without the ones that are about Debian', needsLinux, async () => {
  const { output } = await release();
  const folder = temporary();
  const paths = [
    'opt/NotAfter/notafter',
    'opt/NotAfter/resources/licences/notafter.txt',
    'opt/NotAfter/resources/package-type',
    'usr/share/lintian/overrides/notafter',
  ];
  for (const path of paths) {
    mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true });
    writeFileSync(join(folder, 'tree', path), path);
  }
  for (const name of ['src', 'pkg']) mkdirSync(join(folder, name));
  execFileSync('tar', ['-cf', join(folder, 'src/data.tar.gz'), '-z', '-C', join(folder, 'tree'), '.']);
  const script = 'set -eu; source ./PKGBUILD; srcdir=$0/src; pkgdir=$0/pkg; package';
  execFileSync('bash', ['-c', script, folder], { cwd: join(output, 'aur') });
  const found = globSync('**/*', { cwd: join(folder, 'pkg') }).filter((path) =>
    statSync(join(folder, 'pkg', path)).isFile(),
  );
  expect(found.sort()).toEqual([
    'opt/NotAfter/notafter',
    'opt/NotAfter/resources/licences/notafter.txt',
    'usr/share/licenses/notafter-bin/LICENSE',
  ]);
});

it('a wrong tag, a missing version and a missing package are refused', async () => {
  await expect(release('v0.3.0')).rejects.toThrow('The tag is v0.3.0, and package.json has version 9.2.0');
  for (const missing of ['linux-amd64.deb', 'mac-universal.dmg', 'win-arm64.exe'])
    await expect(
      release(
        `v${version}`,
        packages.filter((name) => !name.endsWith(missing)),
      ),
    ).rejects.toThrow(`no file NotAfter-${version}-${missing}`);
});
