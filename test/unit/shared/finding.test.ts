import { describe, expect, it } from 'vitest';
import { acceptedLeaf, judgedFindings } from '#shared/domain/acceptance.ts';
import type { KeyType } from '#shared/domain/certificate.ts';
import { CLIENT_AUTH, type Finding, isDamaged, type ReviewKind, toReview } from '#shared/domain/finding.ts';
import { folded } from '#shared/domain/renewalLoss.ts';
import { facts } from '#test/unit/storage/records.ts';

const leaf = (names: readonly string[], change: Partial<ReturnType<typeof facts>> = {}) => ({
  ...facts('next'),
  subjectAltNames: names,
  ...change,
});
const accepted = (names: readonly string[], kinds: readonly ReviewKind[] = []) =>
  acceptedLeaf({ ...facts('before'), subjectAltNames: names }, [], kinds);
const lost = (before: readonly string[], after: readonly string[]) =>
  judgedFindings(leaf(after), [], accepted(before)).flatMap((finding) =>
    finding.kind === 'namesLost' ? finding.names : [],
  );

describe('names that a renewal lost', () => {
  it.each([
    ['none', ['a.example', 'b.example'], ['b.example', 'a.example', 'c.example'], []],
    ['one', ['a.example', 'www.a.example'], ['a.example'], ['www.a.example']],
    ['all, for another name', ['shop.example'], ['big.example'], ['shop.example']],
    ['all, without any name', ['shop.example'], [], ['shop.example']],
    ['none to a wildcard', ['www.a.example'], ['*.a.example'], []],
    ['the name above a wildcard', ['a.example'], ['*.a.example'], ['a.example']],
    ['two labels below a wildcard', ['x.www.a.example'], ['*.a.example'], ['x.www.a.example']],
    ['a wildcard', ['*.a.example'], ['www.a.example', 'a.example'], ['*.a.example']],
    ['a wildcard, to one above it', ['*.b.a.example'], ['*.a.example'], ['*.b.a.example']],
    ['none by its case', ['Shop.Example'], ['SHOP.example'], []],
    ['none by a final dot', ['shop.example.'], ['shop.example'], []],
    ['none by the form of its alphabet', ['bücher.example'], ['xn--bcher-kva.example'], []],
    ['none by the form of an address', ['2001:0DB8::0007'], ['2001:db8::7'], []],
    ['an address, which no wildcard covers', ['192.0.2.7'], ['*.0.2.7'], ['192.0.2.7']],
  ] as const)('%s', (_, before, after, names) => {
    expect(lost(before, after)).toEqual(names);
  });

  it('do not include those missing from the accepted certificate', () => {
    const same = { ...facts('before'), subjectAltNames: [] };
    expect(judgedFindings(same, [], accepted(['a.example']))).toEqual([]);
    expect(judgedFindings(same, [], null)).toEqual([]);
  });

  it('include the common name when there were no others', () => {
    const before = acceptedLeaf({ ...facts('old.example'), subjectAltNames: [] }, [], []);
    expect(judgedFindings(leaf(['new.example']), [], before)).toEqual([
      { kind: 'namesLost', names: ['old.example'] },
    ]);
  });
});

it('folds names with URL characters unchanged', () => {
  expect(['*.1.2', 'a b.example', '_dmarc.Example'].map(folded)).toEqual([
    '*.1.2',
    'a b.example',
    '_dmarc.example',
  ]);
});

describe('the kind of key', () => {
  const key = (keyType: KeyType, curve: string | null = null) => ({ keyType, curve });
  const changed = (from: ReturnType<typeof key>, to: ReturnType<typeof key>) =>
    judgedFindings(
      leaf(['a.example'], to),
      [],
      acceptedLeaf({ ...facts('before'), ...from, subjectAltNames: ['a.example'] }, [], []),
    );

  it('is reviewed if its family changes, as ciphers of servers may be for the former', () => {
    expect(changed(key('RSA'), key('RSA'))).toEqual([]);
    expect(changed(key('EC', 'P-256'), key('EC', 'P-384'))).toEqual([]);
    expect(changed(key('RSA'), key('EC', 'P-256'))).toEqual([
      { kind: 'keyTypeChanged', from: 'RSA', to: 'EC' },
    ]);
    expect(changed(key('EC', 'P-256'), key('RSA'))).toMatchObject([{ kind: 'keyTypeChanged' }]);
  });

  it('is reviewed if clients that took the former one do not take it', () => {
    const chromium = { kind: 'clientsLost', key: 'P-521', clients: ['Chrome', 'Edge'] };
    expect(changed(key('EC', 'P-256'), key('EC', 'P-521'))).toEqual([chromium]);
    expect(changed(key('EC', 'P-521'), key('EC', 'P-521'))).toEqual([]);
    expect(changed(key('EC', 'P-521'), key('EC', 'P-256'))).toEqual([]);
    expect(changed(key('RSA'), key('EC', 'P-521')).map(({ kind }) => kind)).toEqual([
      'keyTypeChanged',
      'clientsLost',
    ]);
    expect(changed(key('EC', 'P-521'), key('Ed25519'))).toContainEqual({
      ...{ kind: 'clientsLost', key: 'Ed25519', clients: ['Firefox', 'Safari'] },
    });
  });

  it('is not compared with a curve that an earlier version did not store', () => {
    const before = { ...facts('before'), ...key('EC', 'P-521'), subjectAltNames: ['a.example'] };
    const { curve: _, ...stored } = acceptedLeaf(before, [], []);
    expect(judgedFindings(leaf(['a.example'], key('EC', 'P-521')), [], stored)).toEqual([]);
  });
});

describe('the purposes', () => {
  const lostAfter = (before: readonly string[] | null | undefined, after: readonly string[] | null) => {
    const given = before === undefined ? {} : { purposes: before };
    return judgedFindings(
      leaf(['a.example'], { purposes: after }),
      [],
      acceptedLeaf({ ...facts('before'), ...given, subjectAltNames: ['a.example'] }, [], []),
    );
  };
  const server = '1.3.6.1.5.5.7.3.1';
  const any = '2.5.29.37.0';

  it.each([
    ['none', [server, CLIENT_AUTH], [server, CLIENT_AUTH], []],
    ['that for clients', [server, CLIENT_AUTH], [server], [CLIENT_AUTH]],
    ['that for clients, where there was no restriction', null, [server], [CLIENT_AUTH]],
    ['that for clients, where any was allowed', [any], [server], [CLIENT_AUTH]],
    ['none to any', [server, CLIENT_AUTH], [any], []],
    ['none where there is no restriction any more', [server, CLIENT_AUTH], null, []],
    ['none by one more', [server], [server, CLIENT_AUTH], []],
    ['another one', [server, '1.2.3'], [server], ['1.2.3']],
    ['that for servers, which is a fault of its own', [server, CLIENT_AUTH], [CLIENT_AUTH], []],
    ['none that an earlier version did not store', undefined, [server], []],
  ] as const)('that a renewal lost: %s', (_, before, after, purposes) => {
    expect(lostAfter(before, after)).toEqual(
      purposes.length === 0 ? [] : [{ kind: 'purposesLost', purposes }],
    );
  });
});

describe('the trust in a chain', () => {
  const incomplete = { kind: 'chainIncomplete', missingIssuer: 'Corp Root' } as const;
  const measure = (found: readonly Finding[]) => acceptedLeaf(facts('before'), found, []);
  const kindsAfter = (found: readonly Finding[]) =>
    judgedFindings({ ...facts('before'), fingerprint256: 'next' }, [incomplete], measure(found));

  it('is lost when the former chain reached a root and the new one does not', () => {
    expect(kindsAfter([])).toEqual([{ kind: 'trustLost', missingIssuer: 'Corp Root' }, incomplete]);
    expect(toReview(kindsAfter([]))).toHaveLength(1);
  });

  it('is not lost when there was none, and is compared with the accepted certificate', () => {
    expect(kindsAfter([incomplete])).toEqual([incomplete]);
    expect(judgedFindings(facts('before'), [incomplete], measure([]))).toEqual([incomplete]);
  });
});

describe('an accepted finding', () => {
  const weak = { kind: 'weakKey', bits: 1024, subject: 'a.example' } as const;
  const damage = { kind: 'signatureBroken', subject: 'a.example' } as const;
  it('needs no review, but is still reported', () => {
    const judged = judgedFindings(leaf(['a.example']), [weak], accepted(['a.example'], ['weakKey']));
    expect(judged).toEqual([{ ...weak, accepted: true }]);
    expect(toReview(judged)).toEqual([]);
    expect(toReview(judgedFindings(leaf(['a.example']), [weak], accepted(['a.example'])))).toEqual([weak]);
  });

  it('never includes damage', () => {
    const judged = judgedFindings(
      leaf(['a.example']),
      [damage],
      accepted(['a.example'], ['signatureBroken']),
    );
    expect(toReview(judged)).toEqual([damage]);
    expect(isDamaged(judged)).toBe(true);
  });
});

it('needs no review for findings of the list of the service alone', () => {
  expect(toReview([{ kind: 'chainOutOfOrder' }, { kind: 'keyNotChecked' }])).toEqual([]);
});
