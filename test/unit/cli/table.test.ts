import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, type Column, layOutTable, measureOf, narrowMeasure } from '#main/cli/table.ts';
import { createPaint } from '#main/cli/terminalText.ts';
import { cutText, padText, textWidth } from '#main/cli/textWidth.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import { cleanText } from '#shared/text.ts';

const cell = (text: string): Cell => ({ text, style: 'plain' });
const row = (...texts: readonly string[]) => texts.map(cell);
const columns: readonly Column[] = [
  { title: 'Name', min: 6 },
  { title: 'Left', align: 'right' },
  { title: 'Served', min: 4, dropOrder: 1 },
  { title: 'Renewal', dropOrder: 2 },
];
const rows = [row('shop.example.com', '9 days', 'in step', 'due'), row('中文订单名称', '100 days', '', '')];
const plain = createPaint(false);

describe('layOutTable', () => {
  it('is as wide as its texts without a terminal, without trailing spaces', async () => {
    expect(await layOutTable(columns, rows, null, plain)).toEqual([
      'Name                  Left  Served   Renewal',
      'shop.example.com    9 days  in step  due',
      '中文订单名称      100 days',
    ]);
  });

  it('shortens the columns that may be shortened, but never a title', async () => {
    expect(await layOutTable(columns, rows, 40, plain)).toEqual([
      'Name               Left  Served  Renewal',
      'shop.example…    9 days  in st…  due',
      '中文订单名称   100 days',
    ]);
  });

  it('then omits columns, the least important first, down to the narrowest terminal', async () => {
    expect((await layOutTable(columns, rows, 24, plain))[0]).toBe('Name        Left  Served');
    expect(await layOutTable(columns, rows, 20, plain)).toEqual([
      'Name            Left',
      'shop.exam…    9 days',
      '中文订单…   100 days',
    ]);
    for (let width = 16; width < 60; width += 1) {
      for (const line of await layOutTable(columns, rows, width, plain))
        expect(textWidth(line), String(width)).toBeLessThanOrEqual(width);
    }
  });

  it('omits an empty column', async () => {
    expect((await layOutTable(columns, [row('a', '1', '', '')], null, plain))[0]).toBe('Name  Left');
  });

  it('colours only the text, and has the same text without colours', async () => {
    const [, line] = await layOutTable(
      [{ title: 'A' }, { title: 'B' }],
      [[{ text: 'x', style: 'bad' }, cell('y')]],
      null,
      createPaint(true),
    );
    expect(line).toBe('\u001b[31mx\u001b[0m  y');
  });

  it('prevents external text from moving the cursor or colouring the terminal', async () => {
    const [, line] = await layOutTable(
      [{ title: 'A' }],
      [row('a\u001b[2Jb\r\nc\u009b31m\u202ed')],
      null,
      plain,
    );
    expect(line).toBe('a [2Jb c 31m d');
  });
});

describe('texts for terminals', () => {
  it('of characters of one column each are measured without the tables of Unicode', async () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    const narrow: string[] = [];
    for (const character of all) if ((await measureOf([character])) === narrowMeasure) narrow.push(character);
    expect(narrow.length).toBeGreaterThan(400);
    for (const character of narrow) expect(textWidth(character), character).toBe(1);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...narrow)),
        fc.integer({ min: 0, max: 20 }),
        (characters, width) => {
          const text = characters.join('');
          expect(narrowMeasure.textWidth(text)).toBe(textWidth(text));
          expect(narrowMeasure.cutText(text, width)).toBe(cutText(text, width));
          for (const align of ['left', 'right'] as const)
            expect(narrowMeasure.padText(text, width, align)).toBe(padText(text, width, align));
        },
      ),
    );
  });

  it('of other characters are measured with them', async () => {
    for (const text of ['订单', '🔒', 'e\u0301', '\u00ad', '\u200b', 'shop⚠️'])
      expect(await measureOf(['shop', text]), text).not.toBe(narrowMeasure);
  });

  it('have the width of their characters', () => {
    expect(textWidth('abc')).toBe(3);
    expect(textWidth('订单')).toBe(4);
    expect(textWidth('ｅ！')).toBe(4);
    expect(textWidth('e\u0301')).toBe(1);
    expect(textWidth('🔒')).toBe(2);
  });

  it.each(['👩‍💻', '⚠️', '✅', '🇨🇳', '👍🏽', '1️⃣'])('count one emoji as two columns: %s', (emoji) => {
    expect(textWidth(emoji)).toBe(2);
    expect(textWidth(`a${emoji}b`)).toBe(4);
  });

  it('are cut between graphemes', () => {
    expect(cutText('👩‍💻👩‍💻👩‍💻', 5)).toBe('👩‍💻👩‍💻…');
    expect(cutText('👩‍💻👩‍💻👩‍💻', 4)).toBe('👩‍💻…');
    expect(cutText('shop⚠️eu', 6)).toBe('shop…');
    expect(cutText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
    const text = fc.array(fc.constantFrom('👩‍💻', '⚠️', '✅', '🇨🇳', 'e\u0301', 'क्षि', '한', '订', 'a', ' '));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (pieces, width) => {
        const whole = pieces.join('');
        const cut = cutText(whole, width);
        expect(textWidth(cut)).toBeLessThanOrEqual(width);
        const kept = [...new Intl.Segmenter().segment(cut.replace(/…$/u, ''))].map(({ segment }) => segment);
        const all = [...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment);
        expect(kept).toEqual(all.slice(0, kept.length));
      }),
    );
  });

  it('are cut between characters, never within a wide one', () => {
    expect(cutText('订单名称', 5)).toBe('订单…');
    expect(cutText('订单名称', 4)).toBe('订…');
    expect(cutText('订单', 4)).toBe('订单');
    expect(cutText('abc', 1)).toBe('…');
    expect(cutText('abc', 0)).toBe('');
    expect(padText('订', 4)).toBe('订  ');
    expect(padText('订', 4, 'right')).toBe('  订');
  });

  it('contain no control sequences; JSON keeps them escaped', () => {
    expect(cleanText(' a\u0007\u001b]0;x\u0007b ')).toBe('a ]0;x b');
    const json = plainJson(JSON.stringify({ title: 'a\u009bb\u202ec' }));
    expect(json).toBe('{"title":"a\\u009bb\\u202ec"}');
    expect(JSON.parse(json)).toEqual({ title: 'a\u009bb\u202ec' });
  });
});
