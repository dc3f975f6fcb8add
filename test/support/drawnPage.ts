import type { DrawnPage } from '#shared/ipc/drawnPages.ts';

/** A page as main draws it. */
export function parsedPage({ html }: DrawnPage): Document {
  return new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
}

/** What React calls an element of one page, and another one of the next. */
const madeId = /_[rR]_\w*_/gu;

/** An element with its attributes, in no order, and what is in it; texts that follow each other as one, as HTML has them. */
export function outline(node: ChildNode | null | undefined): unknown {
  if (!(node instanceof Element)) return node?.textContent;
  const attributes = Object.fromEntries(
    [...node.attributes].map(({ name, value }) => [name, value.replaceAll(madeId, 'made')]),
  );
  const whole = node.cloneNode(true) as Element;
  whole.normalize();
  return { name: node.tagName.toLowerCase(), attributes, parts: [...whole.childNodes].map(outline) };
}

/** What the policy of the app's pages allows in no page: styles, and scripts that run. */
export const refusedParts = '[style], style, script:not([type="application/json"])';

/** Names that mean something in HTML, in JSON in it, or where a text is put into another one. */
export const hostileParts = [
  '</script>',
  '<script>',
  '<!--',
  '-->',
  '"',
  "'",
  '&',
  '<img src=x onerror=alert(1)>',
  '$&',
  '\0',
];
