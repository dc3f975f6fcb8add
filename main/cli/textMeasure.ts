/** Measures, cuts and pads texts for a terminal: `textWidth.ts`. */
export type TextMeasure = Pick<typeof import('./textWidth.ts'), 'textWidth' | 'cutText' | 'padText'>;

/** Characters that have one column each wherever they are: ASCII, Latin letters, dashes, quotation marks and the ellipsis. */
const narrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2015\u2018-\u2027]*$/u;

/** For texts of such characters only. */
export const narrowMeasure: TextMeasure = {
  textWidth: (text) => text.length,
  cutText: (text, width) => (text.length <= width ? text : width < 1 ? '' : `${text.slice(0, width - 1)}…`),
  padText: (text, width, align = 'left') => (align === 'left' ? text.padEnd(width) : text.padStart(width)),
};

/** What measures these texts. Loading the tables of Unicode takes longer than a whole command without them. */
export async function measureOf(texts: readonly string[]): Promise<TextMeasure> {
  return texts.every((text) => narrow.test(text)) ? narrowMeasure : await import('./textWidth.ts');
}
