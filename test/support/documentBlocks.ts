import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';

/** A fenced block of a document. */
export interface DocumentBlock {
  /** The document, from the folder of the project. */
  readonly page: string;
  /** What follows the fence; empty: nothing does. */
  readonly language: string;
  /** Its lines, each with its end. */
  readonly code: string;
}

const fence = /^```(\w*)\n([\s\S]*?)^```$/gmu;

/** The documents in English, without decisions. Their translations have the same blocks: `translations.test.ts`. */
export const documentPages: readonly string[] = globSync(['*.md', 'docs/*.md', 'docs/cli/*.md'], {
  cwd: projectFolder,
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.zh-CN.md') && path !== 'CHANGELOG.md')
  .sort();

/** The fenced blocks of a document, in their order. */
export function blocksOf(page: string): readonly DocumentBlock[] {
  const text = readFileSync(join(projectFolder, page), 'utf8');
  return [...text.matchAll(fence)].map(([, language = '', code = '']) => ({ page, language, code }));
}

/** The one block of a document that has these words. Throws if there is none, or more than one. */
export function blockWith(page: string, words: string): string {
  const [block, ...others] = blocksOf(page).filter(({ code }) => code.includes(words));
  if (block === undefined || others.length > 0) throw new Error(`${page} has not one block with ${words}`);
  return block.code;
}

/**
 * The files that a block consists of, by their absolute paths. Each begins with a comment that has its path; what follows
 * the path there is for the reader.
 */
export function filesOf(code: string): Readonly<Record<string, string>> {
  const parts = code.split(/^(?=(?:#|\/\/) \/\S+)/mu).filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, path] = /^(?:#|\/\/) (\/[^\s:,]+)/u.exec(part) ?? [];
      if (path === undefined) throw new Error(`No path begins ${part}`);
      return [path, part];
    }),
  );
}
