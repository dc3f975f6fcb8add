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
