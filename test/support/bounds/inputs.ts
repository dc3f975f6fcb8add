/** A reader of outside input, with the worst input that it accepts. */
export interface OutsideReader {
  /** As in the table "Bounded before trusted" of docs/security.md. */
  readonly name: string;
  /** What each input is, and how to make it. Reading it is what is measured; what it ends in does not matter. */
  readonly inputs: Readonly<Record<string, () => () => unknown>>;
}

export const MB = 1_000_000;
export const MiB = 1024 * 1024;

/** A piece again and again, up to a length. */
export const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

/** JSON texts of one length that are costly to parse. */
export function jsonTexts(length: number): Readonly<Record<string, () => string>> {
  const keys = () => Array.from({ length: Math.floor(length / 12) }, (_, index) => `"k${index}":0`);
  return {
    'empty lists': () => `[${filled('[],', length)}0]`,
    'empty objects': () => `[${filled('{},', length)}0]`,
    'deep lists': () => filled('[', length),
    'different names': () => `{${keys().join()}}`.slice(0, length),
    'one number': () => filled('9', length),
    escapes: () => `["${filled('\\u0041', length)}"]`,
    backslashes: () => `["${filled('\\\\', length)}`,
  };
}

/** An input of a text that is made when it is read: what one takes does not count for the next. */
export const filledBy = (make: () => string, read: (text: string) => unknown) => () => {
  const text = make();
  return () => read(text);
};

/** Inputs of such texts. */
export const fill = (pieces: Readonly<Record<string, () => string>>, read: (text: string) => unknown) =>
  Object.fromEntries(Object.entries(pieces).map(([name, make]) => [name, filledBy(make, read)]));

export const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
