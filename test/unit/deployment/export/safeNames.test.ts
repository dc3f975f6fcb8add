import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distinctNames, type NamedOrder, safeName, suffixedName } from '#main/deployment/export/safeNames.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import { anyCharacter } from '#test/support/anyText.ts';
import { soakCount } from '#test/support/soak.ts';

function nameOf(title: string, rid = 'rid-1'): string {
  return safeName({ rid, title });
}

describe('the name of an order’s folder', () => {
  test.each([
    ['example.com', 'example.com'],
    ['*.example.com', 'wildcard.example.com'],
    ['Shop (Production)', 'shop-production'],
    ['Bücher.example', 'bucher.example'],
    ['Straße Łódź Ærø', 'strasse-lodz-aero'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['例子.测试', 'xn--fsqu00a.xn--0zwm56d'],
    ['*.例子.测试', 'wildcard.xn--fsqu00a.xn--0zwm56d'],
    ['xn--fsqu00a.example', 'xn--fsqu00a.example'],
    ['_acme.example.com', '_acme.example.com'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\x', 'c-windows-x'],
    ['a:b', 'a-b'],
    ['name. ', 'name'],
    ['.hidden', 'hidden'],
    ['a..b', 'a.b'],
    ['con', 'order-con'],
    ['COM1.example.com', 'order-com1.example.com'],
    ['con-fig', 'con-fig'],
    ['console.example', 'console.example'],
  ])('is readable: %s', (title, expected) => {
    expect(nameOf(title)).toBe(expected);
  });

  test('distinguishes titles whose letters are dropped', () => {
    const names = ['生产 web', '测试 web', '生产', '测试', '🙂'].map((title) => nameOf(title));
    expect(new Set(names).size).toBe(5);
    expect(names[0]).toMatch(/^web-[0-9a-f]{8}$/);
    expect(names[2]).toMatch(/^order-[0-9a-f]{8}$/);
  });

  test('shortens long titles to 100 characters and distinguishes their ends', () => {
    const [one, other] = [`${'a.'.repeat(120)}one`, `${'a.'.repeat(120)}other`].map((title) => nameOf(title));
    expect(one).not.toBe(other);
    expect(one?.length).toBeLessThanOrEqual(100);
  });

  test('is the rid if there is nothing else', () => {
    expect(nameOf('   ', 'one')).toMatch(/^order-[0-9a-f]{8}$/);
    expect(nameOf('   ', 'one')).not.toBe(nameOf('   ', 'two'));
  });
});

describe('equal names', () => {
  const orders: NamedOrder[] = [
    { id: 'a', rid: 'r1', title: 'Example.com', addedAt: 2 },
    { id: 'b', rid: 'r2', title: 'example.com', addedAt: 1 },
    { id: 'c', rid: 'r3', title: 'other.example', addedAt: 3 },
  ];

  test('are distinguished by order, in any sequence; the order added first keeps its name', () => {
    const names = distinctNames(orders, safeName);
    expect(names.get('a')).toBe(suffixedName('example.com', 'a'));
    expect(names.get('a')).toMatch(/^example\.com-[0-9a-f]{8}$/);
    expect(names.get('b')).toBe('example.com');
    expect(names.get('c')).toBe('other.example');
    expect([...distinctNames(orders.toReversed(), safeName)].sort()).toEqual([...names].sort());
  });

  test('do not change when more orders are added', () => {
    const names = distinctNames(orders, safeName);
    const more = [
      { id: 'A', rid: 'r1', title: 'EXAMPLE.com', addedAt: 4 },
      { id: 'z', rid: 'r2', title: 'ｅｘａｍｐｌｅ.com', addedAt: 5 },
    ];
    const later = distinctNames([...more, ...orders], safeName);
    for (const [id, name] of names) expect(later.get(id)).toBe(name);
    expect(new Set(later.values()).size).toBe(5);
  });

  test('of orders added at the same time are distinguished by their ids', () => {
    const both = ['a', 'b'].map((id) => ({ id, rid: 'same', title: 'example.com', addedAt: 1 }));
    expect([...distinctNames(both, safeName).values()]).toEqual([
      'example.com',
      suffixedName('example.com', 'b'),
    ]);
  });

  test('differ from a title that looks like a suffixed name', () => {
    const made = suffixedName('example.com', 'a');
    const names = distinctNames([...orders, { id: 'd', rid: 'r4', title: made, addedAt: 9 }], safeName);
    expect(names.get('d')).toBe(made);
    expect(new Set(names.values()).size).toBe(4);
  });
});

test('for any titles, names are safe and unique regardless of case', () => {
  const nasty = fc.constantFrom(
    'con',
    'LPT1.txt',
    '..',
    '/',
    '\\',
    ' . ',
    'a:b',
    '*.x.org',
    'é',
    '中',
    '\u0000',
    '-',
  );
  const title = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.domain(),
  );
  const addedAt = fc.nat(3);
  const order = fc.record({ id: fc.uuid(), rid: fc.string({ maxLength: 5 }), title, addedAt });
  const set = fc.uniqueArray(order, { selector: ({ id }) => id, maxLength: 30 });
  fc.assert(
    fc.property(set, (orders) => {
      const names = [...distinctNames(orders, safeName).values()];
      expect(names).toHaveLength(orders.length);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(orders.length);
      for (const name of names) {
        expect(name).toMatch(/^[a-z0-9._-]{1,100}$/);
        expect(name).not.toMatch(/^[.-]|[. ]$|\.\./);
        expect(name.split('.')[0]).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/);
        expect(isSafeName(name)).toBe(true);
      }
    }),
    { numRuns: soakCount(2_000) },
  );
});
