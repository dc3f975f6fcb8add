import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  acceptRelease,
  isSignedBy,
  readUpdateKeys,
  releaseFile,
  type SignedRelease,
  signatureOf,
} from '#main/settings/update/signedRelease.ts';
import { repository } from '#shared/repository.ts';
import { StopError } from '../lib/terminal.ts';
import { describedFiles, filesOf, sumsFile, sumsOf } from '../packaging/releaseFiles.ts';

/** What a maintainer signs of a release. */
const signedFiles = [sumsFile, releaseFile] as const;

const builderSchema = z.object({ extraMetadata: z.object({ updateKeys: z.string() }) });

/** The keys in electron-builder.yml that sign the project's update feed. @param root of the project */
export async function projectKeys(root: string): Promise<readonly KeyObject[]> {
  const { extraMetadata } = builderSchema.parse(
    parse(await readFile(join(root, 'electron-builder.yml'), 'utf8')),
  );
  return readUpdateKeys(extraMetadata.updateKeys);
}

/** The lines that a maintainer runs after the draft is complete. @param version of the draft */
export function signingSteps(version: string): readonly string[] {
  const source = `--repo ${repository.owner}/${repository.name}`;
  const folder = `release-${version}`;
  const paths = signedFiles.map((name) => `${folder}/${name}`);
  return [
    `gh release download v${version} ${source} --dir ${folder}`,
    `(cd ${folder} && sha256sum -c ${sumsFile} && for file in NotAfter-* notafter-server*; do gh attestation verify "$file" ${source} || exit; done)`,
    ...paths.map((path) => `openssl pkeyutl -sign -rawin -inkey KEY -in ${path} -out ${signatureOf(path)}`),
    `npm run signatures -- ${folder}`,
    `gh release upload v${version} ${source} ${paths.map(signatureOf).join(' ')}`,
  ];
}

/** The lines that a maintainer runs after the repository was made: a workflow renews what the newest release has. */
export function renewalSteps(version: string): readonly string[] {
  return [
    `gh release upload v${version} --repo ${repository.owner}/${repository.name} --clobber out/repository-lists.tar.gz`,
  ];
}

/**
 * Checks a folder with a release as an app would that has seen none before.
 * @returns what the feed says
 * @throws StopError with what is wrong
 */
export async function checkSignatures(folder: string, keys: readonly KeyObject[]): Promise<SignedRelease> {
  if (keys.length === 0)
    throw new StopError('electron-builder.yml names no key, so no app accepts a signature.');
  const read = (name: string) =>
    readFile(join(folder, name)).catch(() => {
      throw new StopError(`${name} is missing.`);
    });
  for (const name of signedFiles) {
    if (!isSignedBy(keys, await read(name), await read(signatureOf(name))))
      throw new StopError(`The signature of ${name} is by no key of electron-builder.yml.`);
  }
  const answer = { release: await read(releaseFile), signature: await read(signatureOf(releaseFile)) };
  const release = acceptRelease(answer, keys, null);
  if (!release.ok) throw new StopError(`${releaseFile} describes no release.`);
  const files = await filesOf(folder);
  if (!isDeepStrictEqual(describedFiles(files), release.value.files))
    throw new StopError(`${releaseFile} describes other files.`);
  if ((await read(sumsFile)).toString() !== sumsOf(files))
    throw new StopError(`${sumsFile} has other digests.`);
  return release.value;
}
