import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { commandList } from '#main/cli/commandList.ts';
import { completionScript } from '#main/cli/completions.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { applicationId } from '#shared/identity.ts';
import { projectFolder } from '../lib/paths.ts';
import { manualPage } from './manualPage.ts';

/** The same as in electron-builder.yml. */
export const maintainer = 'The NotAfter authors <authors@notafter.invalid>';

const given = join(projectFolder, 'assets', 'package', 'linux');

/** What the packages of distributions have beside the app, and are told about it. */
export type LinuxFacts = {
  /** Version of the app, and the day of its release as `YYYY-MM-DD`. */
  readonly version: string;
  readonly date: string;
  readonly compression?: 'store' | undefined;
};

/**
 * Writes the files that a deb or rpm has outside the app's folder: the command with its manual page, completions and units,
 * AppStream's description, the copyright.
 * @param folder is created
 * @returns arguments for fpm that include them
 */
export async function writeLinuxFiles(
  format: 'deb' | 'rpm',
  folder: string,
  facts: LinuxFacts,
): Promise<readonly string[]> {
  const files = join(folder, 'files');
  const put = async (path: string, text: string | Uint8Array) => {
    await mkdir(dirname(join(files, path)), { recursive: true });
    await writeFile(join(files, path), text);
  };
  // A link of the package itself, unlike one that a script makes, is known to the package manager.
  await mkdir(join(files, 'usr', 'bin'), { recursive: true });
  await symlink('/opt/NotAfter/resources/bin/notafter', join(files, 'usr', 'bin', 'notafter'));
  await put(`usr/share/metainfo/${applicationId}.metainfo.xml`, await metainfo(facts));
  for (const [path, text] of await commandFiles(format, facts)) await put(path, text);
  const all = [`${files}/=/`];
  if (format === 'rpm') {
    await put('usr/share/licenses/notafter/LICENSE', await readFile(join(projectFolder, 'LICENSE'), 'utf8'));
    const level = facts.compression === 'store' ? ['--rpm-compression-level', '1'] : [];
    // Folders that are not named stay after the removal.
    const folders = ['/opt/NotAfter', '/usr/share/licenses/notafter'].flatMap((own) => [
      '--directories',
      own,
    ]);
    // Otherwise programs of the same Electron collide in /usr/lib/.build-id.
    return ['--rpm-rpmbuild-define', '_build_id_links none', ...folders, ...level, ...all];
  }
  await put('usr/share/doc/notafter/copyright', await readFile(join(given, 'copyright'), 'utf8'));
  await put('usr/share/lintian/overrides/notafter', await readFile(join(given, 'lintian-overrides'), 'utf8'));
  const changelog = join(folder, 'changelog');
  await writeFile(changelog, debianChangelog('notafter', facts));
  const level = facts.compression === 'store' ? ['--deb-compression-level', '1'] : [];
  const upstream = join(projectFolder, 'CHANGELOG.md');
  // With a revision the package is none of Debian's own, and has both changelogs.
  return [
    '--iteration',
    '1',
    '--deb-changelog',
    changelog,
    '--deb-upstream-changelog',
    upstream,
    ...level,
    ...all,
  ];
}

/** The folders in which the shells of the distributions look for the completions of packages. */
const zshFolders = { deb: 'vendor-completions', rpm: 'site-functions' } as const;

/** The units that a user may enable, for timers of systemd. */
const units = ['check.service', 'check.timer', 'metrics.service', 'metrics.timer'].map(
  (name) => `notafter-${name}`,
);

/** What belongs to the command in a terminal, as pairs of path and content. */
export async function commandFiles(format: 'deb' | 'rpm', facts: LinuxFacts) {
  await loadTexts('en');
  const t = translatorOf('en');
  const files: [path: string, content: string | Uint8Array][] = [
    ['usr/share/bash-completion/completions/notafter', completionScript('bash', commandList, t)],
    [`usr/share/zsh/${zshFolders[format]}/_notafter`, completionScript('zsh', commandList, t)],
    ['usr/share/fish/vendor_completions.d/notafter.fish', completionScript('fish', commandList, t)],
    ['usr/share/man/man1/notafter.1.gz', gzipSync(manualPage(t, facts), { level: 9 })],
  ];
  for (const unit of units)
    files.push([`usr/lib/systemd/user/${unit}`, await readFile(join(given, 'systemd', unit), 'utf8')]);
  return files;
}

async function metainfo({ version, date }: LinuxFacts): Promise<string> {
  const text = await readFile(join(given, 'metainfo.xml'), 'utf8');
  return text.replace('@version@', version).replace('@date@', date);
}

/** deb-changelog(5): the last change of a package. */
export function debianChangelog(name: string, { version, date }: LinuxFacts): string {
  const day = new Date(`${date}T00:00:00Z`).toUTCString().replace('GMT', '+0000');
  const lines = [
    `${name} (${version.replaceAll('-', '~')}-1) stable; urgency=medium`,
    `  * Version ${version}. What changed is in changelog.gz.`,
    ` -- ${maintainer}  ${day}`,
  ];
  return `${lines.join('\n\n')}\n`;
}
