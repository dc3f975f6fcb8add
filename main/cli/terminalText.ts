import { cleanText } from '#shared/text.ts';

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

/** Cleans a line of a configuration and keeps its indentation. */
export function plainIndented(line: string): string {
  const [indentation = ''] = /^ */u.exec(line) ?? [];
  return indentation + cleanText(line);
}
