import { parseAst } from 'vite';
import type { Catalog } from '../../shared/i18n/translator.ts';
import type { FirstCodeRule } from './firstCode.ts';

interface TextHalves {
  /** All texts. */
  readonly all: Catalog;
  /** The texts that are loaded with the first rows. */
  readonly first: Catalog;
  /** Texts that the first rows name and wait for, or name in answers to the user: keys, or the beginnings of keys. */
  readonly awaited: readonly string[];
}

/**
 * The texts that the first rows name come with them, except for awaited ones, and no others do: those have a section of
 * which the first rows name at least one.
 */
export function firstTexts({ all, first, awaited }: TextHalves): FirstCodeRule {
  const keys = keysOf(all);
  const firstKeys = new Set(keysOf(first));
  return (modules) => {
    const named = new Set<string>();
    const problems: string[] = [];
    const awaits = (key: string) => awaited.some((start) => `${key}.`.startsWith(`${start}.`));
    for (const { chain, code } of modules) {
      const patterns = textPatterns(code);
      for (const key of keys.filter((one) => patterns.some((pattern) => pattern.test(one)))) {
        named.add(key);
        if (!firstKeys.has(key) && !awaits(key))
          problems.push(`${chain} names the text ${key}, which is loaded after the first rows`);
      }
    }
    const namedSections = new Set([...named].map(sectionOf));
    for (const section of new Set([...firstKeys].map(sectionOf)))
      if (!namedSections.has(section))
        problems.push(`The first rows name no text of ${section}, which is loaded with them`);
    for (const start of awaited)
      if (![...named].some((key) => `${key}.`.startsWith(`${start}.`)))
        problems.push(`The first rows name no text of ${start}, which they are said to wait for`);
    return problems;
  };
}

/** The keys of a catalog, each plural once. */
function keysOf(catalog: Catalog, start = ''): readonly string[] {
  const keys = Object.entries(catalog).flatMap(([name, text]) =>
    typeof text === 'string'
      ? `${start}${name.replace(/_(?:one|other)$/u, '')}`
      : keysOf(text, `${start}${name}.`),
  );
  return [...new Set(keys)];
}

/** Such as `orders.list`. */
function sectionOf(key: string): string {
  return key.split('.').slice(0, 2).join('.');
}

/** What the string literals and templates of a module that can be keys of texts look like. */
function textPatterns(code: string): readonly RegExp[] {
  const patterns: RegExp[] = [];
  JSON.stringify(parseAst(code), (_name, node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') add([node.value]);
    if (node?.type === 'TemplateLiteral')
      add(node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked));
    return node;
  });
  return patterns;

  function add(parts: readonly string[]): void {
    if (/^[a-z]\w*\.[\w.]*$/iu.test(parts[0] ?? ''))
      patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('\\w+')}$`, 'u'));
  }
}
