/** An order as the window shows it, in the window's own words. */
export type ShownOrder = {
  readonly name: string;
  readonly domains: string;
  readonly remaining: string;
  readonly status: string;
};

const columns: readonly { readonly title: string; readonly key: keyof ShownOrder; readonly limit: number }[] =
  [
    { title: 'Name', key: 'name', limit: 32 },
    { title: 'Domains', key: 'domains', limit: 26 },
    { title: 'Time left', key: 'remaining', limit: 24 },
    { title: 'Status', key: 'status', limit: 56 },
  ];

/** The orders as lines of a table with a heading. Text that is too long for its column is cut with an ellipsis. */
export function orderTable(orders: readonly ShownOrder[]): readonly string[] {
  const cells = columns.map(({ title, key, limit }) => [
    title,
    ...orders.map((order) => cut(order[key], limit)),
  ]);
  const widths = cells.map((column) => Math.max(...column.map(width)));
  const rows = ['title', ...orders].map((_, row) =>
    cells.map((column, index) => pad(column[row] ?? '', widths[index] ?? 0)).join('  '),
  );
  const rule = widths.map((columns) => '-'.repeat(columns)).join('  ');
  return [rows[0] ?? '', rule, ...rows.slice(1)].map((line) => line.trimEnd());
}

/** How many columns of a terminal a text takes: two for a character of the East Asian scripts. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
    character,
  )
    ? 2
    : 1;
}

function cut(text: string, limit: number): string {
  if (width(text) <= limit) {
    return text;
  }
  let kept = '';
  for (const character of text) {
    if (width(kept) + characterWidth(character) >= limit) {
      break;
    }
    kept += character;
  }
  return `${kept}…`;
}

function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}
