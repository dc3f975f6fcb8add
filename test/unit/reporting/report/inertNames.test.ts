import fc from 'fast-check';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { inventoryCalendar } from '#main/reporting/report/inventoryCalendar.ts';
import { inventoryCsv } from '#main/reporting/report/inventoryCsv.ts';
import { inventoryMarkdown } from '#main/reporting/report/inventoryMarkdown.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { cleanText, isCleanText } from '#shared/text.ts';
import { inventoryOrder, inventoryWith } from '#test/support/inventoryOrders.ts';
import { soakCount } from '#test/support/soak.ts';

const t = translatorOf('en');
const language = { locale: 'en', t } as const;
const marked = new Marked({ gfm: true });

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/gu, '')
    .replace(/&(lt|gt|quot|amp|#39);/gu, (_all, name: string) => entities[name] ?? '');

/** The report of an order with these names, rendered as HTML, and its cells. */
function rendered(title: string, connection: string) {
  const html = marked.parse(
    inventoryMarkdown(inventoryWith([inventoryOrder({ title, connection })]), language),
    {
      async: false,
    },
  );
  const cells = [...html.matchAll(/<td>(.*?)<\/td>/gsu)].map(([, cell = '']) => cell);
  return { html, cells };
}

const piece = fc.constantFrom(
  ...['https://evil.example/x', 'http://', 'www.evil.example', 'ftp://evil.example', 'mailto:a@evil.example'],
  ...[
    '@octocat',
    'a@evil.example',
    '#12',
    'GH-12',
    '!7',
    'org/repo#3',
    'deadbeefcafe',
    ':smile:',
    '&copy;',
    '&#64;',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<b>',
    '</td>',
    '<!--',
    '-->',
    '[a](http://evil.example)',
    '![x](y)',
    '<http://e.example>',
  ],
  ...['`', '``', '```', '|', '\\', '*', '_', '~~', '$$', '==', '(', ')', '.', '-', '- [ ] ', '# '],
  ...[
    '\u202e',
    '\u2066',
    '\u200f',
    '\u0000',
    '\u001b[31m',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\u2028',
    '\ufeff',
    '\ud800',
  ],
  ...['shop', 'example.com', '证书', '😀', 'é'],
);
const nasty = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

describe('an external name in a Markdown report', () => {
  it.each([
    'https://evil.example/x',
    'www.evil.example',
    'mail a@evil.example',
    '@octocat',
    'fixes #12',
    'GH-12',
    '<img src=x onerror=alert(1)>',
    '`](http://evil.example)`',
    '&#64;octocat',
  ])('is shown literally, as code or plain text: %s', (name) => {
    const { html, cells } = rendered(name, name);
    expect(html).not.toMatch(/<a\b|<img\b/u);
    expect(cells.slice(0, 2).map(textOf)).toEqual([name, name]);
  });

  it('never creates a link, a mention, HTML or another cell', () => {
    fc.assert(
      fc.property(nasty, nasty, (title, connection) => {
        const { html, cells } = rendered(title, connection);
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)[^>]*>/giu)].map(([, tag]) => tag);
        const own = ['h3', 'h4', 'p', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code'];
        expect(tags.filter((tag) => !own.includes(tag ?? ''))).toEqual([]);
        expect(cells).toHaveLength(7);
        const outsideCode = textOf(cells.join(' ').replace(/<code>.*?<\/code>/gsu, ''));
        expect(outsideCode).not.toMatch(/[@#!$&~<>[\]`*_|\\]|:\/\/|www\.|GH-\d|[0-9a-f]{7}/iu);
        expect(isCleanText(html.replaceAll('\n', ''))).toBe(true);
        // A table removes a backslash before a bar.
        const whole = cleanText(title).slice(0, 60);
        const plain = (text: string) => text.replace(/[\\\s]+/gu, ' ').trim();
        expect(plain(textOf(cells[0] ?? ''))).toContain(plain(whole).slice(0, 40).trim());
      }),
      { numRuns: soakCount(2_000) },
    );
  });
});

describe('a name with bidirectional controls', () => {
  const name = 'shop\u202egpj.exe\u0007';
  const order = inventoryOrder({
    title: name,
    rid: name,
    connection: name,
    issuerName: name,
    domains: [name],
  });

  it('is plain text in CSV, in a calendar and in Markdown', () => {
    const reports = [
      inventoryCsv(inventoryWith([order])),
      inventoryCalendar(inventoryWith([order]), t),
      inventoryMarkdown(inventoryWith([order]), language),
    ];
    for (const report of reports) {
      expect(isCleanText(report.replace(/\r?\n/gu, ' '))).toBe(true);
      expect(report).toContain('shop gpj.exe');
    }
  });

  it('cannot hide a formula from the apostrophe of CSV', () => {
    const csv = inventoryCsv(
      inventoryWith([inventoryOrder({ connection: '\u202e=1+1', issuerName: '\ufeff@SUM(1)' })]),
    );
    expect(csv).toContain(",'=1+1,");
    expect(csv).toContain(",'@SUM(1),");
  });
});
