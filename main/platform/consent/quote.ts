/**
 * What shows nothing, looks like an ordinary space, or turns the text around it: control and format characters,
 * separators, characters that fonts leave out (Unicode, Default_Ignorable_Code_Point), the blanks of Braille and of
 * musical notation, and everything in the blocks that are read from right to left.
 */
const UNSEEN =
  /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const LONE_MARK = /^\p{M}/u;

/** A letter or digit with the marks above and below it that still leave it readable, or any other character. */
const PIECE = /[\p{L}\p{N}][\p{M}--\p{Default_Ignorable_Code_Point}]{0,2}|./gsv;

/**
 * Spells text from outside for a box in which a person agrees to something. It stands as it is where nothing of it can
 * be misread. Else it stands between quotes, with `\` and `"` escaped, and with what cannot be seen by its number.
 */
export function quote(text: string): string {
  const spelled = text.replace(PIECE, spellPiece);
  const isPlain = text !== '' && spelled === text && !/[" ]/u.test(text);
  return isPlain ? text : `"${text.replace(/["\\]|[^"\\]+/gu, spellQuoted)}"`;
}

function spellQuoted(part: string): string {
  return part === '"' || part === '\\' ? `\\${part}` : part.replace(PIECE, spellPiece);
}

function spellPiece(piece: string): string {
  if (piece === ' ' || !(UNSEEN.test(piece) || LONE_MARK.test(piece))) return piece;
  return [...piece].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join('');
}

/**
 * Spells a command: the program and each argument on a line of its own, numbered.
 * @returns the lines
 */
export function quoteCommand(command: readonly string[]): readonly string[] {
  return command.map((each, index) => `${index}: ${quote(each)}`);
}
