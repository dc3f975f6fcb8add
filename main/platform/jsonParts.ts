import type { Parts } from './slices.ts';

/**
 * The text of `{...head, [name]: [...]}` as indented JSON with a line end, each item of the list in a part of its own.
 * @param head has at least one key
 * @param shownOf what the list has for an item
 */
export function* jsonParts<Item>(
  head: object,
  name: string,
  items: readonly Item[],
  shownOf: (item: Item) => unknown,
): Parts {
  // Without the line of its closing brace.
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`;
  let isFirst = true;
  for (const item of items) {
    // In JSON a line feed is always between two lines, never in a text.
    const lines = JSON.stringify(shownOf(item), null, 2).replaceAll('\n', '\n    ');
    yield `${isFirst ? '' : ','}\n    ${lines}`;
    isFirst = false;
  }
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n';
}
