import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OrderFacts, planNames } from '#main/export/planNames.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';

function filesOf(...names: readonly string[]): PresetFile[] {
  return names.map((name) => ({ name, format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' }));
}

const order: OrderFacts = {
  id: 'a',
  rid: 'R-1',
  title: 'Shop (Production)',
  domain: '*.example.com',
  notAfter: Date.parse('2026-08-01T23:59:00Z'),
};
const other = { ...order, id: 'b', rid: 'R-2', domain: 'example.org' };

describe('names from templates', () => {
  it('have the order’s alias, rid, domain and the end of its leaf in UTC', () => {
    const names = planNames({ folder: '{domain}', files: filesOf('{alias}-{notAfter}.pem', '{rid}.pem') }, [
      order,
    ]);
    expect(names.get('a')).toEqual({
      folder: '_wildcard.example.com',
      files: ['shop-production-2026-08-01.pem', 'r-1.pem'],
      clash: null,
    });
  });

  it('tell apart orders that would share a folder', () => {
    const names = planNames({ folder: 'certs', files: filesOf('cert.pem') }, [order, other]);
    const [one, two] = [names.get('a'), names.get('b')];
    expect(one?.folder).toMatch(/^certs-[0-9a-f]{8}$/);
    expect(one?.folder).not.toBe(two?.folder);
    expect(planNames({ folder: 'certs', files: filesOf('cert.pem') }, [order]).get('a')?.folder).toBe(
      'certs',
    );
  });

  it('without a folder tell equal aliases apart in the files themselves', () => {
    const names = planNames({ folder: '', files: filesOf('{alias}.pem') }, [order, other]);
    expect(names.get('a')?.files[0]).toMatch(/^shop-production-[0-9a-f]{8}\.pem$/);
    expect(names.get('a')?.files).not.toEqual(names.get('b')?.files);
  });

  it('that clash are said, within an order and between orders without a folder', () => {
    const same = { ...order, title: 'cert' };
    expect(
      planNames({ folder: 'x', files: filesOf('cert.pem', '{alias}.pem') }, [same]).get('a')?.clash,
    ).toBe('cert.pem');
    const files = filesOf('{alias}.pem', '{alias}-key.pem');
    const names = planNames({ folder: '', files }, [
      { ...order, title: 'shop' },
      { ...other, title: 'shop-key' },
    ]);
    expect([names.get('a')?.clash, names.get('b')?.clash]).toEqual([null, 'shop-key.pem']);
  });

  it('are unknown where the end is, and no device of Windows', () => {
    const names = planNames({ folder: 'com{rid}', files: filesOf('{notAfter}') }, [
      { ...order, rid: '1', notAfter: null },
    ]);
    expect(names.get('a')).toMatchObject({ folder: 'order-com1', files: ['unknown'] });
  });

  it('are safe and do not meet, whatever the orders and the templates', () => {
    const piece = fc.constantFrom(
      '{alias}',
      '{rid}',
      '{domain}',
      '{notAfter}',
      'a',
      '-',
      '.pem',
      'com',
      'x'.repeat(30),
    );
    const template = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const preset = fc
      .record({
        folder: fc.oneof(fc.constant(''), template),
        names: fc.array(template, { minLength: 1, maxLength: 4 }),
      })
      .map(({ folder, names }) => ({ folder, files: filesOf(...names) }))
      .filter((candidate) => presetProblem(candidate) === null);
    const text = fc.oneof(
      fc.domain(),
      fc.string({ maxLength: 200 }),
      fc.constantFrom('a', 'A', '*.a.example'),
    );
    const facts = fc.record({
      id: fc.uuid(),
      rid: fc.oneof(fc.constantFrom('1', 'x'), fc.string({ maxLength: 200 })),
      title: text,
      domain: text,
      notAfter: fc.constantFrom(null, 0, 1_785_000_000_000),
    });
    const orders = fc.uniqueArray(facts, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(preset, orders, (given, all) => {
        const taken = new Set<string>();
        for (const { folder, files, clash } of planNames(given, all).values()) {
          expect(folder === '' ? given.folder === '' : isSafeName(folder)).toBe(true);
          for (const name of files) expect(isSafeName(name), name).toBe(true);
          if (clash !== null) continue;
          for (const name of files) {
            expect(taken.has(`${folder}/${name}`)).toBe(false);
            taken.add(`${folder}/${name}`);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
