import { domainToASCII } from 'node:url';
import { sha256Hex } from '#main/platform/sha256.ts';
import { FILE_NAME_MAX, isReservedName } from '#shared/domain/fileName.ts';

/** What a folder's name is derived from. */
export interface NamedOrder {
  readonly id: string;
  readonly rid: string;
  /** When the order was added, Unix ms. */
  readonly addedAt: number;
  /** As of `orderTitle`: untrusted text. */
  readonly title: string;
}

const digestLength = 8;
/** Leaves room for a digest of lost characters and for one that makes the name unique. */
const longestStem = FILE_NAME_MAX - 2 * (digestLength + 1);

// Latin letters without a decomposition in Unicode.
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
  return name.replace(/^[^a-z0-9_]+|(?<![^a-z0-9_])[^a-z0-9_]+$/g, '');
}

/**
 * A title as a safe name, with a digest at the end if characters were lost. Without any of them, as in most Chinese titles, the
 * domain says more than a digest.
 */
export function safeName({
  title,
  rid,
  domain,
}: Pick<NamedOrder, 'rid' | 'title'> & { readonly domain?: string }): string {
  const text = title.trim().replace(/^\*\./, 'wildcard.');
  let latin = toLatin(text);
  if (/[^\p{ASCII}]/u.test(latin) && /^[^\s/\\:]+\.[^\s/\\:]+$/.test(text)) {
    // An internationalised domain name has an ASCII form (RFC 5891).
    latin = domainToASCII(text) || latin;
  }
  const whole = trimEnds(latin.replace(/[^a-z0-9._-]+/g, '-').replace(/\.{2,}/g, '.'));
  if (whole === '' && domain !== undefined) return safeName({ title: domain, rid: title || rid });
  if (whole === '') return `order-${digest(title.trim() === '' ? rid : title)}`;
  const usable = isReservedName(whole) ? `order-${whole}` : whole;
  const stem = trimEnds(usable.slice(0, longestStem));
  const lost = /[^\p{ASCII}]/u.test(latin) || stem.length < usable.length;
  return lost ? `${stem}-${digest(title)}` : stem;
}

/** A name with a digest of the order's id, stable for an order. `turn` gives another digest if the name is taken. */
export function suffixedName(name: string, orderId: string, turn = 0): string {
  const stem = trimEnds(name.slice(0, FILE_NAME_MAX - digestLength - 1));
  return `${stem}-${digest(turn === 0 ? orderId : `${orderId}\n${turn}`)}`;
}

/**
 * Gives every order a unique name, by id. Of orders with the same name, the one that was added first keeps it and the others
 * get `suffixedName`, so that adding an order never changes the name of another.
 */
export function distinctNames<Order extends NamedOrder>(
  orders: readonly Order[],
  nameOf: (order: Order) => string,
): ReadonlyMap<string, string> {
  const named = orders.toSorted(byAge).map((order) => ({ id: order.id, plain: nameOf(order) }));
  const plainNames = new Set(named.map(({ plain }) => plain));
  const taken = new Set<string>();
  return new Map(
    named.map(({ id, plain }) => {
      let name = plain;
      // A suffixed name may equal the plain name of another order.
      for (let turn = 0; taken.has(name) || (name !== plain && plainNames.has(name)); turn += 1)
        name = suffixedName(plain, id, turn);
      taken.add(name);
      return [id, name];
    }),
  );
}

function byAge(one: NamedOrder, other: NamedOrder): number {
  return one.addedAt - other.addedAt || (one.id < other.id ? -1 : 1);
}

/** Makes a name of safe characters usable if it is too long or a Windows device name. Keeps the extension. */
export function usableName(name: string): string {
  const usable = isReservedName(name) ? `order-${name}` : name;
  if (usable.length <= FILE_NAME_MAX) return usable;
  const extension = /\.[a-z0-9]{1,10}$/.exec(usable)?.[0] ?? '';
  const stem = usable.slice(0, FILE_NAME_MAX - digestLength - 1 - extension.length);
  return `${trimEnds(stem)}-${digest(name)}${extension}`;
}
