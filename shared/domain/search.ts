import { type OrderStatus, orderStatuses } from './status.ts';
import { DAY_MS, HOUR_MS } from './thresholds.ts';

/**
 * One condition of a search. `expires`: the time left is shorter (`within`) or longer than `ms`; an expired order has
 * less time left than any.
 */
type Condition =
  | { readonly kind: 'text' | 'issuer' | 'server'; readonly text: string }
  | { readonly kind: 'tag'; readonly tags: readonly { readonly text: string; readonly isWhole: boolean }[] }
  | { readonly kind: 'status'; readonly statuses: ReadonlySet<OrderStatus> }
  | { readonly kind: 'expires'; readonly within: boolean; readonly ms: number };

/** Why a part of a search cannot be understood. `word`: that part, as it was typed. */
export interface SearchProblem {
  readonly kind: 'time' | 'status';
  readonly word: string;
}

export interface SearchQuery {
  readonly terms: readonly { readonly condition: Condition; readonly isNegated: boolean }[];
  /** A search with problems finds nothing. */
  readonly problems: readonly SearchProblem[];
}

/** The facts of an order that a search compares. Texts are in lower case. */
export interface SearchFacts {
  readonly text: string;
  readonly issuer: string;
  /** Host and port of each of its endpoints. */
  readonly servers: readonly string[];
  readonly tags: readonly string[];
  readonly status: OrderStatus | undefined;
  /** Unix ms. */
  readonly notAfter: number | null;
}

const units: Partial<Record<string, number>> = { '': DAY_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Words, or operators with their values; quotes keep blanks together. */
const wordPattern = /(?:[^\s"]|"[^"]*(?:"|$))+/gu;

/**
 * Reads a search: words, `"quoted words"`, `<14d`, `>90d` (hours `h`, days `d`, weeks `w`; days without a unit),
 * `status:`, `issuer:`, `server:`, `tag:` (the beginning of a tag, or a whole one in quotes), each negated by `-` before
 * it. An operator without a value is still being typed and has no effect.
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
  const [, operator = '', given = ''] = /^(status|issuer|server|tag|expires):(.*)$/iu.exec(plain) ?? [];
  const value = given.replaceAll('"', '').trim().toLowerCase();
  switch (operator.toLowerCase()) {
    case 'status':
      return value === '' ? null : readStatuses(value, statusNames);
    case 'issuer':
      return value === '' ? null : { kind: 'issuer', text: value };
    case 'server':
      return value === '' ? null : { kind: 'server', text: value };
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

/** Whether what a search finds depends on the time. */
export function dependsOnTime({ terms }: SearchQuery): boolean {
  return terms.some(({ condition }) => condition.kind === 'expires');
}

/** Whether a search finds an order at `now` (Unix ms). */
export function isFound({ terms, problems }: SearchQuery, facts: SearchFacts, now: number): boolean {
  return (
    problems.length === 0 &&
    terms.every(({ condition, isNegated }) => holds(condition, facts, now) !== isNegated)
  );
}

function holds(condition: Condition, facts: SearchFacts, now: number): boolean {
  switch (condition.kind) {
    case 'text':
      return facts.text.includes(condition.text);
    case 'issuer':
      return facts.issuer.includes(condition.text);
    case 'server':
      return facts.servers.some((server) => server.includes(condition.text));
    case 'tag':
      return facts.tags.some((tag) =>
        condition.tags.some(({ text, isWhole }) => (isWhole ? tag === text : tag.startsWith(text))),
      );
    case 'status':
      return facts.status !== undefined && condition.statuses.has(facts.status);
    case 'expires': {
      if (facts.notAfter === null) return false;
      const left = facts.notAfter - now;
      return condition.within ? left < condition.ms : left > condition.ms;
    }
  }
}
