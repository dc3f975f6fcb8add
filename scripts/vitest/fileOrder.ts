import { createHash } from 'node:crypto';

/** Whether Vitest gives a test file a page; it looks for the words anywhere in the file. */
export function needsPage(code: string): boolean {
  return /@vitest-environment\s+jsdom\b/.test(code);
}

/** The files that need a page one after another, before or behind all others; each part in the given order. */
export function grouped<File>(
  files: readonly File[],
  isPage: (file: File) => boolean,
  first: 'pages' | 'others' = 'pages',
): File[] {
  const parts = [files.filter(isPage), files.filter((file) => !isPage(file))];
  return (first === 'pages' ? parts : parts.reverse()).flat();
}

/** Whether a command line asks Vitest for files in random order: `--sequence.shuffle` or `--sequence.shuffle.files`. */
export function asksToShuffle(words: readonly string[]): boolean {
  return words.some((word) => /^--sequence\.shuffle(\.files)?(=true)?$/.test(word));
}

/** The files in a random order, the same for the same seed. @param nameOf a name that differs for each file */
export function shuffled<File>(files: readonly File[], seed: number, nameOf: (file: File) => string): File[] {
  const place = (file: File) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(file)}`)
      .digest('hex');
  return [...files].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
