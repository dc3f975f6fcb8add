import { describe, expect, it } from 'vitest';
import { acceptedLeaf, judgedFindings } from '#shared/domain/acceptance.ts';
import type { CertificateFacts, KeyType } from '#shared/domain/certificate.ts';
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
  const rsa = key('RSA');
  const p256 = key('EC', 'P-256');
  const p384 = key('EC', 'P-384');
  type Key = ReturnType<typeof key>;
  const withKey = (name: string, of: Key) => ({ ...facts(name), ...of, subjectAltNames: ['a.example'] });
  /** The accepted leaf after the user accepted one with each of these keys, in turn. */
  const afterAll = ([first = rsa, ...more]: readonly Key[]) =>
    more.reduce(
      (before, next, at) => acceptedLeaf(withKey(`next${at}`, next), [], ['keyTypeChanged'], before),
      acceptedLeaf(withKey('before', first), [], []),
    );
  const changed = (accepted: readonly Key[], to: Key) =>
    judgedFindings(leaf(['a.example'], to), [], afterAll(accepted));
  const change = (from: string, to: string) => [{ kind: 'keyTypeChanged', from, to }];

  it.each([
    ['the same', [rsa], rsa, []],
    ['RSA to EC, as ciphers may be for the previous one', [rsa], p256, change('RSA', 'EC')],
    ['EC to RSA', [p256], rsa, change('EC', 'RSA')],
    ['another curve', [p256], p384, change('P-256', 'P-384')],
    ['EC to Ed25519', [p256], key('Ed25519'), change('EC', 'Ed25519')],
    ['the same after an accepted change', [rsa, p256], p256, []],
    ['back to one that was accepted before', [rsa, p256], rsa, []],
    ['back to the first of several', [rsa, p256, p384], rsa, []],
    ['to a third one', [rsa, p256], p384, change('P-256', 'P-384')],
  ] as const)('%s', (_, accepted, to, losses) => {
    expect(changed(accepted, to)).toEqual(losses);
  });

  it('needs another acceptance of the clients that refuse it', () => {
    const refused = { kind: 'keyNotAccepted', key: 'Ed25519', clients: ['Chrome', 'Firefox'] } as const;
    const kinds = (before: Key) =>
      toReview(
        judgedFindings(
          leaf(['a.example'], key('Ed25519')),
          [refused],
          acceptedLeaf(withKey('before', before), [], ['keyNotAccepted']),
        ),
      ).map(({ kind }) => kind);
    expect(kinds(key('Ed25519'))).toEqual([]);
    expect(kinds(key('EC', 'P-521'))).toEqual(['keyTypeChanged', 'keyNotAccepted']);
  });

  it('is not compared with a curve that an earlier version did not store', () => {
    const { curve: _, ...stored } = acceptedLeaf(withKey('before', key('EC', 'P-521')), [], []);
    expect(judgedFindings(leaf(['a.example'], p256), [], stored)).toEqual([]);
  });
});

describe('what else a renewal takes away', () => {
  const kindsAfter = (before: Partial<CertificateFacts>, next: Partial<CertificateFacts>) =>
    judgedFindings(
      leaf(['a.example'], { keyType: 'RSA', ...next }),
      [],
      acceptedLeaf({ ...facts('before'), keyType: 'RSA', subjectAltNames: ['a.example'], ...before }, [], []),
    ).map(({ kind }) => kind);

  it.each([
    ['a staple that servers have to send', { mustStaple: false }, { mustStaple: true }, ['stapleCame']],
    ['no staple that was there before', { mustStaple: true }, { mustStaple: true }, []],
    ['no staple any more', { mustStaple: true }, { mustStaple: false }, []],
    ['a staple, after an earlier version', {}, { mustStaple: true }, []],
    ['key encipherment', { mayEncipher: true }, { mayEncipher: false }, ['encipheringLost']],
    ['no key encipherment that was not there', { mayEncipher: false }, { mayEncipher: false }, []],
    ['key encipherment that came back', { mayEncipher: false }, { mayEncipher: true }, []],
    [
      'key encipherment of a key that never enciphers',
      { mayEncipher: true, keyType: 'EC' },
      { mayEncipher: false, keyType: 'EC' },
      [],
    ],
  ] as const)('%s', (_, before, next, kinds) => {
    expect(kindsAfter(before, next)).toEqual(kinds);
  });

  it('names that only a wildcard covers now, in one sentence', () => {
    const findings = (before: readonly string[], after: readonly string[]) =>
      judgedFindings(leaf(after), [], accepted(before));
    expect(findings(['www.a.example', 'b.a.example', 'a.example'], ['*.a.example', 'a.example'])).toEqual([
      { kind: 'namesWidened', names: ['www.a.example', 'b.a.example'] },
    ]);
    expect(findings(['www.a.example', '*.a.example'], ['*.a.example'])).toEqual([]);
    expect(findings(['*.a.example'], ['*.a.example', 'www.a.example'])).toEqual([]);
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

  it('is asked about once where a self-signed certificate came in place of a real one', () => {
    const placeholder = { kind: 'selfSigned', missingIssuer: 'shop.example' } as const;
    const next = { ...facts('before'), fingerprint256: 'next' };
    expect(judgedFindings(next, [placeholder], measure([]))).toEqual([placeholder]);
    // An accepted one is no chain that later ones could lose.
    const accepted = acceptedLeaf(facts('before'), [placeholder], ['selfSigned']);
    expect(toReview(judgedFindings(next, [placeholder], accepted))).toEqual([]);
    expect(toReview(judgedFindings(next, [incomplete], accepted))).toEqual([]);
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
