import stringWidth from 'string-width';

/** How a piece of text is coloured. Without colours the text must say the same. */
export type Style = 'plain' | 'bold' | 'dim' | 'good' | 'warning' | 'bad';

/** ECMA-48, "Select Graphic Rendition". The terminal's theme defines the sixteen colours. */
const codes: Readonly<Record<Style, string>> = {
  plain: '',
  bold: '1',
  dim: '2',
  good: '32',
  warning: '33',
  bad: '31',
};

/** Adds the escape codes of a style to a text, or returns the text unchanged. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(hasColour: boolean): Paint {
  return (style, text) =>
    !hasColour || style === 'plain' || text === '' ? text : `\u001b[${codes[style]}m${text}\u001b[0m`;
}

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
