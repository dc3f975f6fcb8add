import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownCopy, type NamingFacts, planNames } from '#main/deployment/export/planNames.ts';
import { suffixedName } from '#main/deployment/export/safeNames.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { soakCount } from '#test/support/soak.ts';

function filesOf(...names: readonly string[]): PresetFile[] {
  return names.map((name) => ({ name, format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' }));
}

const order: NamingFacts = {
  id: 'a',
  rid: 'R-1',
  title: 'Shop (Production)',
  addedAt: 1,
  domain: '*.example.com',
  notAfter: Date.parse('2026-08-01T23:59:00Z'),
};
const other = { ...order, id: 'b', rid: 'R-2', addedAt: 2, domain: 'example.org' };

/** Names of an export into an empty folder, by an app without other orders. */
function namesOf(preset: Parameters<typeof planNames>[0], orders: readonly NamingFacts[]) {
  return planNames(preset, orders, { orders: [], copies: [] }, '/target');
}

describe('names from templates', () => {
  it('contain the order’s alias, rid, domain and the expiry of its leaf in UTC', () => {
    const names = namesOf({ folder: '{domain}', files: filesOf('{alias}-{notAfter}.pem', '{rid}.pem') }, [
      order,
    ]);
    expect(names.get('a')).toEqual({
      folder: '_wildcard.example.com',
      files: ['shop-production-2026-08-01.pem', 'r-1.pem'],
      clash: null,
    });
  });

  it('are those of the first domain where no letter of the alias can be in them', () => {
    const chinese = { ...order, title: '商城首页证书', domain: 'shop.example.cn' };
    const names = namesOf({ folder: '{alias}', files: filesOf('cert.pem') }, [
      chinese,
      { ...chinese, id: 'b', title: '支付接口', domain: '*.pay.example.cn' },
      { ...chinese, id: 'c', title: '备用', domain: '备用' },
    ]);
    expect(['a', 'b'].map((id) => names.get(id)?.folder)).toEqual([
      'shop.example.cn',
      'wildcard.pay.example.cn',
    ]);
    expect(names.get('c')?.folder).toMatch(/^order-[0-9a-f]{8}$/u);
  });

  it('distinguish orders that would share a folder', () => {
    const names = namesOf({ folder: 'certs', files: filesOf('cert.pem') }, [order, other]);
    const [one, two] = [names.get('a'), names.get('b')];
    expect(one?.folder).toBe('certs');
    expect(two?.folder).toBe(suffixedName('certs', 'b'));
    expect(namesOf({ folder: 'certs', files: filesOf('cert.pem') }, [order]).get('a')?.folder).toBe('certs');
  });

  it('distinguish equal aliases in the file names if there is no folder', () => {
    const names = namesOf({ folder: '', files: filesOf('{alias}.pem') }, [order, other]);
    expect(names.get('a')?.files).toEqual(['shop-production.pem']);
    expect(names.get('b')?.files).toEqual([`${suffixedName('shop-production', 'b')}.pem`]);
  });

  it('that conflict are reported, within an order and between orders without a folder', () => {
    const same = { ...order, title: 'cert' };
    expect(
      namesOf({ folder: 'x', files: filesOf('cert.pem', '{alias}.pem') }, [same]).get('a')?.clash,
    ).toEqual({ name: 'cert.pem', ownerId: null });
    const files = filesOf('{alias}.pem', '{alias}-key.pem');
    const names = namesOf({ folder: '', files }, [
      { ...order, title: 'shop' },
      { ...other, title: 'shop-key' },
    ]);
    expect(names.get('a')?.clash).toBeNull();
    expect(names.get('b')?.clash).toEqual({ name: 'shop-key.pem', ownerId: null });
  });

  it('are unknown if the expiry is, and avoid device names of Windows', () => {
    const names = namesOf({ folder: 'com{rid}', files: filesOf('{notAfter}') }, [
      { ...order, rid: '1', notAfter: null },
    ]);
    expect(names.get('a')).toMatchObject({ folder: 'order-com1', files: ['unknown'] });
  });

  it('are safe and unique for any orders and templates', () => {
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
      addedAt: fc.nat(3),
      notAfter: fc.constantFrom(null, 0, 1_785_000_000_000),
    });
    const orders = fc.uniqueArray(facts, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(preset, orders, (given, all) => {
        const taken = new Set<string>();
        for (const { folder, files, clash } of namesOf(given, all).values()) {
          expect(folder === '' ? given.folder === '' : isSafeName(folder)).toBe(true);
          for (const name of files) expect(isSafeName(name), name).toBe(true);
          if (clash !== null) continue;
          for (const name of files) {
            expect(taken.has(`${folder}/${name}`)).toBe(false);
            taken.add(`${folder}/${name}`);
          }
        }
      }),
      { numRuns: soakCount(1_000) },
    );
  });
});

describe('names among the other orders and exported files', () => {
  const preset = { folder: '{alias}', files: filesOf('cert.pem') };
  const folderOf = (
    given: NamingFacts,
    known: readonly NamingFacts[],
    copies: readonly KnownCopy[],
    target = '/target',
  ) => planNames(preset, [given], { orders: known, copies }, target).get(given.id)?.folder;
  const copyOf = ({ id }: NamingFacts, folder: string, target = '/target'): KnownCopy => ({
    orderId: id,
    target,
    folder,
    files: [{ name: 'other.pem' }],
  });
  const suffixed = suffixedName('shop-production', 'b');

  it('do not depend on other exported orders, or on orders added later', () => {
    expect(folderOf(order, [order], [])).toBe('shop-production');
    expect(folderOf(order, [order, other], [])).toBe('shop-production');
    expect(folderOf(other, [order, other], [])).toBe(suffixed);
    const together = planNames(preset, [other, order], { orders: [order, other], copies: [] }, '/target');
    expect(together.get('a')?.folder).toBe('shop-production');
    expect(together.get('b')?.folder).toBe(suffixed);
  });

  it('stay the names of the files that the order already has in the target', () => {
    expect(folderOf(other, [order, other], [copyOf(other, 'shop-production')])).toBe('shop-production');
    expect(folderOf(order, [order, other], [copyOf(order, suffixedName('shop-production', 'a'))])).toBe(
      suffixedName('shop-production', 'a'),
    );
    expect(folderOf(other, [order, other], [copyOf(other, 'shop-production', '/elsewhere')])).toBe(suffixed);
    expect(folderOf(order, [order], [copyOf(order, 'former-name')])).toBe('shop-production');
  });

  it.each<[string, string, Pick<KnownCopy, 'target' | 'folder'>]>([
    ['with the same target', '/target', { target: '/target', folder: 'shop-production' }],
    ['whose target is the folder itself', '/target', { target: '/target/shop-production', folder: '' }],
    [
      'in another case and Unicode form',
      '/Target/É',
      { target: '/target/e\u0301', folder: 'shop-production' },
    ],
  ])('are never those of the folder of another order: %s', (_what, target, place) => {
    const copy = { ...copyOf(other, ''), ...place };
    expect(folderOf(order, [order, other], [copy], target)).toBe(suffixedName('shop-production', 'a'));
  });

  it('are refused if another order has the file, in any case', () => {
    const copies = [{ ...copyOf(other, '', '/TARGET'), files: [{ name: 'shop-production.pem' }] }];
    const flat = { folder: '', files: filesOf('{alias}.pem') };
    const clashOf = (given: NamingFacts) =>
      planNames(flat, [given], { orders: [given], copies }, '/target').get(given.id)?.clash;
    expect(clashOf(order)).toEqual({ name: 'shop-production.pem', ownerId: 'b' });
    expect(clashOf(other)).toBeNull();
  });

  it('do not depend on exported files for a ZIP file', () => {
    const names = planNames(
      preset,
      [order],
      { orders: [], copies: [copyOf(other, 'shop-production')] },
      null,
    );
    expect(names.get('a')?.folder).toBe('shop-production');
  });
});
