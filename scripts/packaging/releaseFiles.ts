import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFolder } from '../lib/paths.ts';
import { StopError } from '../lib/terminal.ts';
import { changesOf } from '../release/changelog.ts';
import { manifestFiles } from './manifests.ts';

/** The file with the digests, as `sha256sum -c` reads it. */
const sumsFile = 'SHA256SUMS';

/**
 * Writes what a release has beside its packages: their digests, its notes, and the files for winget, Homebrew and the AUR.
 * @param tag of the version, with a `v`
 * @param folder with the packages; gets the digests
 * @param output gets the notes and the manifests
 * @param root of the project
 * @throws StopError if the tag is not that of the version in package.json, or the version has no changes
 */
export async function writeReleaseFiles(
  tag: string,
  folder: string,
  output: string,
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
  const digests = await digestsOf(folder);
  const { linux } = builderSchema.parse(parse(await read('electron-builder.yml')));
  const manifests = manifestFiles({
    version,
    date,
    digests,
    summary: { 'en-US': linux.synopsis, 'zh-CN': linux.desktop.entry['Comment[zh_CN]'] },
    description: linux.description,
  });
  const lines = [...digests].map(([name, digest]) => `${digest}  ${name}\n`);
  await writeFile(join(folder, sumsFile), lines.join(''));
  for (const [path, text] of [...manifests, ['notes.md', `${changes}\n`] as const]) {
    await mkdir(dirname(join(output, path)), { recursive: true });
    await writeFile(join(output, path), text);
  }
}

const packageSchema = z.object({ version: z.string() });

const builderSchema = z.object({
  linux: z.object({
    synopsis: z.string(),
    description: z.string(),
    desktop: z.object({ entry: z.object({ 'Comment[zh_CN]': z.string() }) }),
  }),
});

/** The SHA-256 of each file in a folder in hexadecimal, by its name. */
async function digestsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => name !== sumsFile).sort();
  const digests = new Map<string, string>();
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    digests.set(name, hash.digest('hex'));
  }
  return digests;
}
