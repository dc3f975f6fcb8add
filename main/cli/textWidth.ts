/** Marks that stand on the character before them, and characters without a shape. */
const isZero = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** East Asian wide and full-width characters (Unicode Standard Annex 11), and emoji: two columns of a terminal. */
const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (isZero.test(character)) return 0;
  return isWide.test(character) ? 2 : 1;
}

/** Cuts a text to at most `width` columns; what was cut ends with an ellipsis. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character);
    if (used > width - 1) break;
    cut += character;
  }
  return width < 1 ? '' : `${cut}…`;
}

/** Fills a text with spaces up to `width` columns. */
export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
