import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

/** Long enough that a search of quadratic time takes some hundred times as long as a linear one. */
const LENGTH = 10_000;
/** Processor time of one search, in ms. A linear one takes less than 1. */
const LIMIT_MS = 30;
/** Of a search in a fifth of the text, which a quadratic one that breaks the limit takes at least. */
const SUSPICIOUS_MS = LIMIT_MS / 40;
const TRIES = 3;
/** What texts are filled with. */
const characters = [...' \t\naA0-/.:"\\|{[@#_+证'];

/** Not for texts from outside: `translator.ts` groups the digits of a number. */
const exempt = new Set(['/\\B(?=(?:\\d{3})+$)/gu']);

/** The literals in the files of main and shared, with the file that has them. */
function literals(): ReadonlyMap<string, { readonly expression: RegExp; readonly file: string }> {
  const found = new Map<string, { readonly expression: RegExp; readonly file: string }>();
  for (const file of globSync('{main,shared}/**/*.ts', { cwd: projectFolder })) {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('regex' in node && typeof node.regex === 'object' && node.regex !== null) {
        const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string };
        const expression = new RegExp(pattern, flags);
        found.set(String(expression), { expression, file });
      }
      for (const part of Object.values(node)) visit(part);
    };
    visit(parseSync(file, readFileSync(join(projectFolder, file), 'utf8')).program);
  }
  return found;
}

/**
 * Makers of texts of a length that repeat a character or a word of the expression, after nothing, another character or such a
 * word.
 */
function* texts({ source }: RegExp): Generator<(length: number) => string> {
  const words = [...new Set(source.match(/[A-Za-z0-9 :/=.<>"'-]{2,}/gu))].slice(0, 4);
  for (const piece of [...characters, ...words, ...words.map((word) => `${word} `)])
    for (const start of ['', 'x', ...words.slice(0, 1)])
      yield (length) => `${start}${piece.repeat(Math.floor(length / piece.length))}\u0001`;
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timeOf(expression: RegExp, text: string): number {
  const start = spent();
  expression.lastIndex = 0;
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
  return spent() - start;
}

/** The text for which an expression is slow each time; `undefined`: there is none. */
function slowText(expression: RegExp): string | undefined {
  for (const textOf of texts(expression)) {
    if (timeOf(expression, textOf(LENGTH / 5)) < SUSPICIOUS_MS) continue;
    const text = textOf(LENGTH);
    let tries = 0;
    while (tries < TRIES && timeOf(expression, text) > LIMIT_MS) tries += 1;
    if (tries === TRIES) return text;
  }
  return undefined;
}

it('no regular expression takes much longer for a long text than for a short one', () => {
  const all = literals();
  expect(all.size).toBeGreaterThan(200);
  const slow = [...all].flatMap(([literal, { expression, file }]) => {
    const text = exempt.has(literal) ? undefined : slowText(expression);
    return text === undefined ? [] : { file, literal, text: text.slice(0, 40) };
  });
  expect(slow).toEqual([]);
});

it('an expression that is slow is found', () => {
  // It takes five times the limit, so that no other text is the first that is slow.
  expect(slowText(/(a|b)+$/u)?.slice(0, 3)).toBe('aaa');
  expect(slowText(/(?<![ab])(a|b)+$/u)).toBeUndefined();
});
