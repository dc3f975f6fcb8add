/** How a piece of text looks where there are colours; it always says the same without. */
export type Style = 'plain' | 'bold' | 'dim' | 'good' | 'warning' | 'bad';

/** ECMA-48, "Select Graphic Rendition". The sixteen colours are the person's own theme. */
const codes: Readonly<Record<Style, string>> = {
  plain: '',
  bold: '1',
  dim: '2',
  good: '32',
  warning: '33',
  bad: '31',
};

/** Gives a text its style, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** @param hasColour whether the text goes to a terminal whose person wants colours */
export function createPaint(hasColour: boolean): Paint {
  return (style, text) =>
    !hasColour || style === 'plain' || text === '' ? text : `\u001b[${codes[style]}m${text}\u001b[0m`;
}
