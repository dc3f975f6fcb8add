import { domainToASCII } from 'node:url';
import { FILE_NAME_MAX, isReservedName } from '#shared/domain/fileName.ts';
import { sha256Hex } from '../lib/sha256.ts';

/** What a folder's name is made from. */
export interface NamedOrder {
  readonly id: string;
  readonly rid: string;
  /** As `orderTitle` gives it: from a person, the service or a certificate, so anything at all. */
  readonly title: string;
}

const digestLength = 8;
/** Room for a digest of what was lost and for one that parts equal names. */
const longestStem = FILE_NAME_MAX - 2 * (digestLength + 1);

// Letters of the Latin script that have no decomposition in Unicode.
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  þ: 'th',
};

function digest(text: string): string {
  return sha256Hex(text).slice(0, digestLength);
}

function toLatin(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => latinLetters[letter] ?? letter);
}

function trimEnds(name: string): string {
  return name.replace(/^[^a-z0-9_]+|[^a-z0-9_]+$/g, '');
}

/** A title as a safe name; parts that have no place in it are told apart by a digest at the end. */
export function safeName({ title, rid }: Pick<NamedOrder, 'rid' | 'title'>): string {
  const text = title.trim().replace(/^\*\./, 'wildcard.');
  let latin = toLatin(text);
  if (/[^\p{ASCII}]/u.test(latin) && /^[^\s/\\:]+\.[^\s/\\:]+$/.test(text)) {
    // A domain name in another script has a spelling of its own in ASCII (RFC 5891).
    latin = domainToASCII(text) || latin;
  }
  const whole = trimEnds(latin.replace(/[^a-z0-9._-]+/g, '-').replace(/\.{2,}/g, '.'));
  if (whole === '') return `order-${digest(title.trim() === '' ? rid : title)}`;
  const usable = isReservedName(whole) ? `order-${whole}` : whole;
  const stem = trimEnds(usable.slice(0, longestStem));
  const lost = /[^\p{ASCII}]/u.test(latin) || stem.length < usable.length;
  return lost ? `${stem}-${digest(title)}` : stem;
}

/**
 * Gives every order of one export the name of its folder: only `[a-z0-9._-]`, at most 100 characters, no device name of
 * Windows, neither hidden nor ending in a dot. Names are unique, also where case does not count; orders whose titles
 * give the same name are told apart by digests of their rids, whatever the sequence of the orders.
 * @returns the name by order id
 */
export function folderNames(orders: readonly NamedOrder[]): ReadonlyMap<string, string> {
  return distinctNames(orders.map((order) => ({ ...order, wish: safeName(order) })));
}

/** As `folderNames`, from names that are safe already and are kept where nobody else wishes for them. */
export function distinctNames(
  orders: readonly (Pick<NamedOrder, 'id' | 'rid'> & { readonly wish: string })[],
): ReadonlyMap<string, string> {
  const wishes = new Map<string, number>();
  for (const { wish } of orders) wishes.set(wish, (wishes.get(wish) ?? 0) + 1);
  const names = new Map(orders.map(({ id, wish }) => [id, wish]));
  const taken = new Set([...wishes].filter(([, count]) => count === 1).map(([name]) => name));
  const shared = orders.filter(({ wish }) => !taken.has(wish));
  for (const order of shared.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const stem = trimEnds(order.wish.slice(0, FILE_NAME_MAX - digestLength - 1));
    let name = `${stem}-${digest(order.rid)}`;
    // The same rid at two connections, or a title that looks like the name just made.
    for (let turn = 0; taken.has(name); turn += 1) {
      name = `${stem}-${digest(`${order.rid}\n${order.id}\n${turn}`)}`;
    }
    taken.add(name);
    names.set(order.id, name);
  }
  return names;
}

/** A name of safe characters that may be too long or a device of Windows, as a safe one. Its extension stays. */
export function usableName(name: string): string {
  const usable = isReservedName(name) ? `order-${name}` : name;
  if (usable.length <= FILE_NAME_MAX) return usable;
  const extension = /\.[a-z0-9]{1,10}$/.exec(usable)?.[0] ?? '';
  const stem = usable.slice(0, FILE_NAME_MAX - digestLength - 1 - extension.length);
  return `${trimEnds(stem)}-${digest(name)}${extension}`;
}
