import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import {
  MOST_SIGNED_NOTES,
  releaseFile,
  type SignedRelease,
  signedReleaseSchema,
} from '#main/settings/update/signedRelease.ts';
import { repositoryUrl } from '#shared/repository.ts';
import { minimumVersion } from '../lib/minimumVersion.ts';
import { projectFolder } from '../lib/paths.ts';
import { StopError } from '../lib/terminal.ts';
import { changesOf } from '../release/changelog.ts';
import { manifestFiles } from './manifests.ts';
import { isServerPackage } from './serverPackage.ts';

/** The file with the digests, as `sha256sum -c` reads it. */
export const sumsFile = 'SHA256SUMS';

/**
 * Writes what a release has beside its packages: their digests, the update feed, its notes, and the files for winget,
 * Homebrew and the AUR. What a maintainer signs is the digests and the feed.
 * @param tag of the version, with a `v`
 * @param folder with the packages; gets the digests and the feed
 * @param output gets the notes and the manifests
 * @param now the time that the feed is to be signed at
 * @param root of the project
 * @throws StopError if the tag is not that of the version in package.json, or the version has no changes
 */
export async function writeReleaseFiles(
  tag: string,
  folder: string,
  output: string,
  now: Date,
  root = projectFolder,
): Promise<void> {
  const read = (name: string) => readFile(join(root, name), 'utf8');
  const { version } = packageSchema.parse(JSON.parse(await read('package.json')));
  if (tag !== `v${version}`)
    throw new StopError(`The tag is ${tag}, and package.json has version ${version}.`);
  const changelog = await read('CHANGELOG.md');
  const changes = changesOf(changelog, version);
  const date = new RegExp(`^## \\[${version}\\] - (\\d{4}-\\d{2}-\\d{2})$`, 'mu').exec(changelog)?.[1];
  if (changes === null || date === undefined) throw new StopError(`CHANGELOG.md has no version ${version}.`);
  const files = await filesOf(folder);
  const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const { linux } = builderSchema.parse(parse(await read('electron-builder.yml')));
  const manifests = manifestFiles({
    version,
    date,
    digests,
    summary: { 'en-US': linux.synopsis, 'zh-CN': linux.desktop.entry['Comment[zh_CN]'] },
    description: linux.description,
  });
  await writeFile(join(folder, sumsFile), sumsOf(files));
  const release = signedReleaseSchema.parse({
    format: 1,
    version,
    releasedAt: date,
    signedAt: `${now.toISOString().slice(0, 19)}Z`,
    minimumVersion,
    notes: feedNotes(changes, version),
    files: describedFiles(files),
  });
  await writeFile(join(folder, releaseFile), `${JSON.stringify(release, null, 2)}\n`);
  for (const [name, content] of formerFeeds(release)) await writeFile(join(folder, name), content);
  for (const [path, text] of [...manifests, ['notes.md', `${changes}\n`] as const]) {
    await mkdir(dirname(join(output, path)), { recursive: true });
    await writeFile(join(output, path), text);
  }
}

/** The changes as the feed has them: as many whole lines as apps take, and where the others are. */
function feedNotes(changes: string, version: string): string {
  if (changes.length <= MOST_SIGNED_NOTES) return changes;
  const end = `\n\n${repositoryUrl}/releases/tag/v${version}`;
  const start = changes.slice(0, MOST_SIGNED_NOTES - end.length);
  return `${start.slice(0, start.lastIndexOf('\n'))}${end}`;
}

const packageSchema = z.object({ version: z.string() });

const builderSchema = z.object({
  linux: z.object({
    synopsis: z.string(),
    description: z.string(),
    desktop: z.object({ entry: z.object({ 'Comment[zh_CN]': z.string() }) }),
  }),
});

/** A file of a release with its digests: SHA-256 in hexadecimal, SHA-512 in Base64. */
export interface ReleasedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly sha512: string;
}

const isOfApp = (name: string) => name.startsWith('NotAfter-');

/** The packages in a folder, and what else its release has by name. */
export async function filesOf(folder: string): Promise<readonly ReleasedFile[]> {
  const names = (await readdir(folder)).filter((name) => isOfApp(name) || isServerPackage(name)).sort();
  const files: ReleasedFile[] = [];
  for (const name of names) {
    const hashes = [createHash('sha256'), createHash('sha512')] as const;
    let size = 0;
    for await (const part of createReadStream(join(folder, name))) {
      size += part.length;
      for (const hash of hashes) hash.update(part);
    }
    files.push({ name, size, sha256: hashes[0].digest('hex'), sha512: hashes[1].digest('base64') });
  }
  return files;
}

/** What the update feed says of files: of those of the app, which alone reads it. */
export function describedFiles(files: readonly ReleasedFile[]): SignedRelease['files'] {
  return files.filter(({ name }) => isOfApp(name)).map(({ name, size, sha512 }) => ({ name, size, sha512 }));
}

/** The lines that `sha256sum -c` reads. */
export function sumsOf(files: readonly ReleasedFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

/** The feeds that versions up to 0.3.0 read, by electron-updater's names; on Linux there were none for arm64. Nobody signs them. */
function formerFeeds(release: SignedRelease): ReadonlyMap<string, string> {
  const { version, releasedAt: releaseDate, notes: releaseNotes } = release;
  const feeds = [
    ['latest-linux.yml', /-x86_64\.AppImage$/u],
    ['latest.yml', /-win-.*\.exe$/u],
  ] as const;
  return new Map(
    feeds.map(([feed, pattern]) => {
      const files = release.files
        .filter(({ name }) => pattern.test(name))
        .map(({ name, size, sha512 }) => ({ url: name, sha512, size }));
      return [feed, stringify({ version, files, releaseDate, releaseNotes })];
    }),
  );
}
