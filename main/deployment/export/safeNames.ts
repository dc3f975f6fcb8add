import { domainToASCII } from 'node:url';
import { sha256Hex } from '#main/platform/sha256.ts';
import { FILE_NAME_MAX, isReservedName } from '#shared/domain/fileName.ts';

/** What a folder's name is made from. */
export interface NamedOrder {
  readonly id: string;
  readonly rid: string;
  /** When the order was added, Unix ms. */
  readonly addedAt: number;
  /** As `orderTitle` gives it: from a person, the service or a certificate, so anything at all. */
  readonly title: string;
}

const digestLength = 8;
/** Room for a digest of what was lost and for one that tells equal names apart. */
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
 * A safe name with a digest of the order's id at its end: always the same one for the same order.
 * @param turn for the case that the name is another order's: each turn gives another digest
 */
export function suffixedName(name: string, orderId: string, turn = 0): string {
  const stem = trimEnds(name.slice(0, FILE_NAME_MAX - digestLength - 1));
  return `${stem}-${digest(turn === 0 ? orderId : `${orderId}\n${turn}`)}`;
}

/**
 * Gives every order a name that no other one has. Of orders that would have the same name the one that was added first
 * has it, the others have `suffixedName`: so an order that is added later changes no other order's name.
 * @param nameOf a safe name
 * @returns the name by order id
 */
export function distinctNames<Order extends NamedOrder>(
  orders: readonly Order[],
  nameOf: (order: Order) => string,
): ReadonlyMap<string, string> {
  const wishes = orders.toSorted(byAge).map((order) => ({ id: order.id, wish: nameOf(order) }));
  const plain = new Set(wishes.map(({ wish }) => wish));
  const taken = new Set<string>();
  return new Map(
    wishes.map(({ id, wish }) => {
      let name = wish;
      // A name that looks like a suffixed one may be an order's own name.
      for (let turn = 0; taken.has(name) || (name !== wish && plain.has(name)); turn += 1)
        name = suffixedName(wish, id, turn);
      taken.add(name);
      return [id, name];
    }),
  );
}

/** Orders that were added first come first. */
function byAge(one: NamedOrder, other: NamedOrder): number {
  return one.addedAt - other.addedAt || (one.id < other.id ? -1 : 1);
}

/** A name of safe characters that may be too long or a device of Windows, as a safe one. Its extension stays. */
export function usableName(name: string): string {
  const usable = isReservedName(name) ? `order-${name}` : name;
  if (usable.length <= FILE_NAME_MAX) return usable;
  const extension = /\.[a-z0-9]{1,10}$/.exec(usable)?.[0] ?? '';
  const stem = usable.slice(0, FILE_NAME_MAX - digestLength - 1 - extension.length);
  return `${trimEnds(stem)}-${digest(name)}${extension}`;
}
