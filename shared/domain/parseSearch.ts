import type { Condition, SearchProblem, SearchQuery } from './search.ts';
import { type OrderStatus, orderStatuses } from './status.ts';
import { DAY_MS, HOUR_MS } from './thresholds.ts';

const units: Partial<Record<string, number>> = { '': DAY_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Words, or operators with their values; quotes keep blanks together. */
const wordPattern = /(?:[^\s"]|"[^"]*(?:"|$))+/gu;

/**
 * Reads a search: words, `"quoted words"`, `<14d`, `>90d` (hours `h`, days `d`, weeks `w`; days without a unit),
 * `status:`, `issuer:`, `server:`, `tag:` (the beginning of a tag, or a whole one in quotes), `note:`, each negated by `-`
 * before it. An operator without a value is still being typed and has no effect.
 * @param statusNames the names of the statuses as the user knows them; the English identifiers are understood as well
 */
export function parseSearch(text: string, statusNames: Readonly<Record<OrderStatus, string>>): SearchQuery {
  const terms: { condition: Condition; isNegated: boolean }[] = [];
  const problems: SearchProblem[] = [];
  for (const word of text.replaceAll(/[“”]/gu, '"').match(wordPattern) ?? []) {
    const isNegated = word.startsWith('-') && word.length > 1;
    const read = readWord(isNegated ? word.slice(1) : word, statusNames);
    if (read === null) continue;
    if (typeof read === 'string') problems.push({ kind: read, word });
    else terms.push({ condition: read, isNegated });
  }
  return { terms, problems };
}

function readWord(
  word: string,
  statusNames: Readonly<Record<OrderStatus, string>>,
): Condition | SearchProblem['kind'] | null {
  // Full-width signs, as a Chinese keyboard types them, count as the plain ones.
  const plain = word.normalize('NFKC');
  const compared = /^(?:expires:)?([<>])=?(.*)$/iu.exec(plain);
  if (compared !== null) return readTime(compared[1] === '<', compared[2] ?? '');
  const [, operator = '', given = ''] = /^(status|issuer|server|tag|note|expires):(.*)$/iu.exec(plain) ?? [];
  const value = given.replaceAll('"', '').trim().toLowerCase();
  const kind = operator.toLowerCase();
  switch (kind) {
    case 'status':
      return value === '' ? null : readStatuses(value, statusNames);
    case 'issuer':
    case 'server':
    case 'note':
      return value === '' ? null : { kind, text: value };
    case 'expires':
      return readTime(true, value);
    case 'tag':
      return readTags(given.toLowerCase());
    default: {
      const searched = word.replaceAll('"', '').trim().toLowerCase();
      return searched === '' ? null : { kind: 'text', text: searched };
    }
  }
}

/** Tags that commas separate: an order has to have one of them. */
function readTags(given: string): Condition | null {
  const tags = given.split(/[,、]/u).flatMap((part) => {
    const text = part.replaceAll('"', '').trim();
    return text === '' ? [] : { text, isWhole: /^".*"$/u.test(part) };
  });
  return tags.length === 0 ? null : { kind: 'tag', tags };
}

function readTime(within: boolean, given: string): Condition | 'time' | null {
  if (given === '') return null;
  const [, amount, unit = ''] = /^(\d{1,5})([a-z]*)$/iu.exec(given) ?? [];
  const unitMs = units[unit.toLowerCase()];
  if (amount === undefined || unitMs === undefined) return 'time';
  return { kind: 'expires', within, ms: Number(amount) * unitMs };
}

/** The statuses whose name or identifier begins with one of the given words, which commas separate. */
function readStatuses(
  given: string,
  statusNames: Readonly<Record<OrderStatus, string>>,
): Condition | 'status' {
  const statuses = new Set<OrderStatus>();
  for (const word of given.split(/[,、]/u).map(letters)) {
    if (word === '') continue;
    const found = orderStatuses.filter((status) =>
      [status, statusNames[status]].some((name) => letters(name).startsWith(word)),
    );
    if (found.length === 0) return 'status';
    for (const status of found) statuses.add(status);
  }
  return { kind: 'status', statuses };
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/gu, '');
}
