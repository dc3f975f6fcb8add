import width from 'string-width';

/** An order as the window shows it. */
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
  const widths = cells.map((column) => Math.max(...column.map((text) => width(text))));
  const rows = ['title', ...orders].map((_, row) =>
    cells.map((column, index) => pad(column[row] ?? '', widths[index] ?? 0)).join('  '),
  );
  const rule = widths.map((columns) => '-'.repeat(columns)).join('  ');
  return [rows[0] ?? '', rule, ...rows.slice(1)].map((line) => line.trimEnd());
}

function cut(text: string, limit: number): string {
  if (width(text) <= limit) {
    return text;
  }
  let kept = '';
  for (const character of text) {
    if (width(kept + character) >= limit) {
      break;
    }
    kept += character;
  }
  return `${kept}…`;
}

function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}
