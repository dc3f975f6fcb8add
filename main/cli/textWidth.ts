import stringWidth from 'string-width';

/** Width of a text in terminal columns (Unicode Standard Annex 11). */
export function textWidth(text: string): number {
  return stringWidth(text);
}

const graphemes = new Intl.Segmenter();

/** Cuts a text between graphemes to at most `width` columns; a text that was cut ends with an ellipsis. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return width < 1 ? '' : `${cut}…`;
}

export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
