import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '#main/platform/sha256.ts';

/*
 * The hidden names in the folder of a bundle. A generation is a directory with the files of one write under their own
 * names; it holds those that were replaced, or those that links lead to. A current link leads to a generation, and the
 * visible links of a bundle lead through it: `privkey.pem` -> `.notafter-….current/privkey.pem`, and
 * `.notafter-….current` -> `.notafter-….generation`. All of them are relative and stay inside the folder.
 */

/** Names of temporary files and directories; the random part is remembered, see `HiddenNames`. */
const stageName = /^\.notafter-([0-9a-f]{24})\.tmp$/;
const generationName = /^\.notafter-([0-9a-f]{24})\.generation$/;
const currentName = /^\.notafter-[0-9a-f]{12}\.current$/;

/** What all hidden names match, as a pattern of gitignore(5). */
export const hiddenPattern = '.notafter-*';

/** The name of something temporary with this random part. */
export function stageNameOf(id: string): string {
  return `.notafter-${id}.tmp`;
}

/** The name that a stage with this random part takes when it stays. */
export function generationNameOf(id: string): string {
  return `.notafter-${id}.generation`;
}

/** The random part of the name of a stage or a generation; `null`: it is neither. */
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

/** The name that a stage takes when it stays. Throws for any other name. */
export function generationOf(stage: string): string {
  if (!isStageName(stage)) throw new Error('Not the name of a stage');
  return stage.replace(/tmp$/, 'generation');
}

/** The name of the current link for a bundle with these files. */
export function currentNameFor(names: readonly string[]): string {
  const digest = sha256Hex(names.toSorted().join('\n'));
  return `.notafter-${digest.slice(0, 12)}.current`;
}

/** What the visible link of a file says. */
export function linkText(current: string, name: string): string {
  return `${current}/${name}`;
}

/** The current link that the visible link of a file leads through; `null`: it is none of ours. */
export function currentIn(text: string, name: string): string | null {
  const current = text.slice(0, -name.length - 1);
  return isCurrentName(current) && text === linkText(current, name) ? current : null;
}

/**
 * Whether a path is a bundle's file inside a generation: where the visible link of that file leads.
 * @param folder the bundle's folder, an absolute path without links
 * @param name of the file
 * @param realPath what the visible path resolves to
 */
export function isGenerationFile(folder: string, name: string, realPath: string): boolean {
  const directory = dirname(realPath);
  return (
    basename(realPath) === name &&
    isGenerationName(basename(directory)) &&
    directory === join(folder, basename(directory))
  );
}
