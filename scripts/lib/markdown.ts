/** A table in Markdown. @param rows the first one is the head; cells without line breaks */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...lines] = rows;
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** The comments that a generated part of a document is between. */
export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** The document with `part` between its marks. Throws if it has no such marks. */
export function fillMarked(document: string, { begin, end }: Marks, part: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no lines ${begin} and ${end}`);
  return `${document.slice(0, from)}${begin}\n\n${part}\n\n${document.slice(to)}`;
}
