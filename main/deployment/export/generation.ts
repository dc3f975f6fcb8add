import { basename, dirname, join } from 'node:path';

/*
 * Hidden names in the folder of a bundle:
 * - stage, `.notafter-<id>.tmp`: a temporary file or directory;
 * - generation, `.notafter-<id>.generation`: a directory with the files of one write under their own names: the previous
 *   files, or those that links lead to;
 * - current link, `.notafter-<hash>.current`: leads to a generation. Versions up to 0.3 could write links instead of files,
 *   which lead through it: `privkey.pem` -> `.notafter-….current/privkey.pem`, `.notafter-….current` ->
 *   `.notafter-….generation`. They are read, and the next write puts plain files in their place (ADR 105).
 * All links are relative and stay inside the folder. The random ids are recorded, see `HiddenNames`.
 */

const stageName = /^\.notafter-([0-9a-f]{24})\.tmp$/;
const generationName = /^\.notafter-([0-9a-f]{24})\.generation$/;
const currentName = /^\.notafter-[0-9a-f]{12}\.current$/;

/** All hidden names, as a pattern of gitignore(5). */
export const hiddenPattern = '.notafter-*';

/** Names of a switch's own files in its directory. No bundle file can have them, as those are never hidden. */
export const switchFileNames = {
  underWay: '.journal.json',
  decided: '.decided.json',
  /** Of versions up to 0.3. */
  draftLink: '.current',
} as const;

export function stageNameOf(id: string): string {
  return `.notafter-${id}.tmp`;
}

/** The name that a stage with this id gets when it is kept. */
export function generationNameOf(id: string): string {
  return `.notafter-${id}.generation`;
}

/** The id in the name of a stage or a generation; `null` for any other name. */
export function idOf(name: string): string | null {
  return (stageName.exec(name) ?? generationName.exec(name))?.[1] ?? null;
}

export function isStageName(name: string): boolean {
  return stageName.test(name);
}

export function isGenerationName(name: string): boolean {
  return generationName.test(name);
}

export function isCurrentName(name: string): boolean {
  return currentName.test(name);
}

/** The current link that a file's visible link leads through; `null` for any other link text. */
export function currentIn(text: string, name: string): string | null {
  const current = text.slice(0, -name.length - 1);
  return isCurrentName(current) && text === `${current}/${name}` ? current : null;
}

/** Whether a real path is a bundle's file inside a generation. `folder`: the bundle's, absolute and without links. */
export function isGenerationFile(folder: string, name: string, realPath: string): boolean {
  const directory = dirname(realPath);
  return (
    basename(realPath) === name &&
    isGenerationName(basename(directory)) &&
    directory === join(folder, basename(directory))
  );
}
