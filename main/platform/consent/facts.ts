import type { MessageKey, Translate } from '#shared/i18n/types.ts';

type Fact = MessageKey extends infer Key
  ? Key extends `dialogs.consent.fact.${infer Name}`
    ? Name
    : never
  : never;

/** Limits for listed names; further ones are counted. */
const NAMES_LISTED = 5;
const NAMES_CHARACTERS = 200;

/** A line of facts. The value is appended, because braces in it would be placeholders in a catalog text. */
export function fact(t: Translate, name: Fact, value: string): string {
  return t(`dialogs.consent.fact.${name}`) + value;
}

/** Outside texts in one line, quoted; those beyond the limits are counted. */
export function list(t: Translate, texts: readonly string[]): string {
  let listed = texts.slice(0, NAMES_LISTED).map(quote);
  while (listed.length > 1 && listed.join('').length > NAMES_CHARACTERS) listed = listed.slice(0, -1);
  const text = listed.join(t('common.listSeparator'));
  const more = texts.length - listed.length;
  return more > 0 ? `${text} ${t('common.showMore', { count: more })}` : text;
}

/** Characters that are invisible, look like a space, or change the text direction, with all right-to-left blocks. */
const UNSEEN =
  /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const LONE_MARK = /^\p{M}/u;

/** A letter or digit with up to two marks, or any other single character. */
const PIECE = /[\p{L}\p{N}][\p{M}--\p{Default_Ignorable_Code_Point}]{0,2}|./gsv;

/** Quotes outside text for a consent dialog, unless it cannot be misread. Unseen characters become code points. */
export function quote(text: string): string {
  const quoted = text.replace(PIECE, quotePiece);
  const isPlain = text !== '' && quoted === text && !/[" ]/u.test(text);
  return isPlain ? text : `"${text.replace(/["\\]|[^"\\]+/gu, quoteInside)}"`;
}

function quoteInside(part: string): string {
  return part === '"' || part === '\\' ? `\\${part}` : part.replace(PIECE, quotePiece);
}

function quotePiece(piece: string): string {
  if (piece === ' ' || !(UNSEEN.test(piece) || LONE_MARK.test(piece))) return piece;
  return [...piece].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join('');
}

/** Quotes a command: the program and each argument on a numbered line. */
export function quoteCommand(command: readonly string[]): readonly string[] {
  return command.map((each, index) => `${index}: ${quote(each)}`);
}
