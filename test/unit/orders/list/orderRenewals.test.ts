import { describe, expect, it } from 'vitest';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { CLIENT_AUTH, type Finding } from '#shared/domain/finding.ts';
import { createService, full, success } from './serviceHarness.ts';

describe('renewals', () => {
  const old = { days: [20_000, 20_090] as [number, number] };
  const next = { days: [20_060, 20_150] as [number, number] };

  it('are reported when the rid has another leaf, and the former one stays in the history', () => {
    const { service, list, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', { ...old, at: 10 })]);
    expect(changes.at(-1)?.renewed).toEqual([]);
    service.apply([success('order-1', 'new', { ...next, at: 20 })]);
    expect(changes.at(-1)?.renewed).toEqual([
      { orderId: 'order-1', from: 'fingerprint of old', to: 'fingerprint of new' },
    ]);
    const details = list.details('order-1');
    expect(details.ok && details.value.history.map(({ fingerprint256 }) => fingerprint256)).toEqual([
      'fingerprint of new',
      'fingerprint of old',
    ]);
  });

  it('include a reissue with the same notAfter', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', old)]);
    service.apply([success('order-1', 'reissued', { days: [20_010, 20_090] })]);
    expect(changes.at(-1)?.renewed).toHaveLength(1);
  });

  it('are not reported when a service flaps between two leaves, and neither leaf is lost', () => {
    const { service, list, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'old', { ...old, at: 10 })]);
    service.apply([success('order-1', 'new', { ...next, at: 20 })]);
    for (const [name, validity, at] of [
      ['old', old, 30],
      ['new', next, 40],
    ] as const) {
      service.apply([success('order-1', name, { ...validity, at })]);
      expect(changes.at(-1)?.renewed).toEqual([]);
      expect(service.get('order-1')?.commonName).toBe(name);
    }
    const details = list.details('order-1');
    expect(details.ok && details.value.history.map((entry) => [entry.firstSeenAt, entry.lastSeenAt])).toEqual(
      [
        [20, 40],
        [10, 30],
      ],
    );
  });

  it('are not reported for an older leaf that was never seen', () => {
    const { service, changes } = createService();
    service.add('a', 'one');
    service.apply([success('order-1', 'new', next)]);
    service.apply([success('order-1', 'older', old)]);
    expect(changes.at(-1)?.renewed).toEqual([]);
  });
});

describe('the reference for the leaf of an order', () => {
  const given = (
    name: string,
    names: readonly string[],
    from: number,
    findings: readonly Finding[] = [],
    change: Partial<CertificateFacts> = {},
  ) => {
    const outcome = success('order-1', name, { days: [from, from + 90] });
    if (outcome.kind !== 'inspected') throw new Error('no inspection');
    const leaf = { ...outcome.inspection.leaf, subjectAltNames: names, ...change };
    return { ...outcome, inspection: { ...outcome.inspection, leaf, findings } };
  };
  const started = () => {
    const harness = createService();
    harness.service.add('a', 'rid');
    const accepted: string[] = [];
    harness.service.onDidAccept((id) => accepted.push(id));
    const take = (...outcome: Parameters<typeof given>) => {
      harness.service.apply([given(...outcome)]);
      return harness.service.get('order-1')?.findings;
    };
    return { ...harness, take, accepted };
  };
  const lost = (...names: readonly string[]) => [{ kind: 'namesLost', names }];
  const weak = { kind: 'weakKey', bits: 1024, subject: 'a.example' } as const;

  it('is the first leaf, whatever its findings', () => {
    const { take } = started();
    expect(take('one', ['a.example', 'b.example'], 20_000, [weak])).toEqual([weak]);
    expect(take('two', ['a.example'], 20_100)).toEqual(lost('b.example'));
  });

  it('is no leaf that lost something, so that a name cannot be lost in two steps', () => {
    const { take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    expect(take('two', ['a.example', 'c.example'], 20_100)).toEqual(lost('b.example'));
    expect(take('three', ['c.example'], 20_200)).toEqual(lost('a.example', 'b.example'));
    expect(take('four', ['a.example', 'b.example'], 20_300)).toEqual([]);
    expect(take('five', ['a.example'], 20_400)).toEqual(lost('b.example'));
  });

  it('is each leaf that loses nothing, so that the loss of its new names is found', () => {
    const { take } = started();
    take('one', ['a.example'], 20_000);
    expect(take('two', ['a.example', 'new.test'], 20_100)).toEqual([]);
    expect(take('three', ['a.example'], 20_200)).toEqual(lost('new.test'));
  });

  it('is no leaf that clients refuse, and no older one that returns', () => {
    const { take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    expect(take('two', ['a.example', 'b.example', 'c.example'], 20_100, [weak])).toEqual([weak]);
    expect(take('older', ['a.example', 'b.example', 'd.example'], 19_000)).toEqual([]);
    expect(take('three', ['a.example', 'b.example'], 20_200)).toEqual([]);
  });

  it('is the accepted leaf: its names and its findings, for later leaves too', () => {
    const { service, repository, take, accepted } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    take('two', ['a.example'], 20_100, [weak]);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', 'another')).toMatchObject({ error: { kind: 'unknownId' } });
    expect(service.accept('gone', fingerprint)).toMatchObject({ error: { kind: 'unknownId' } });
    expect(accepted).toEqual([]);
    expect(service.accept('order-1', fingerprint)).toEqual({ ok: true, value: null });
    expect(accepted).toEqual(['order-1']);
    expect(service.get('order-1')?.findings).toEqual([{ ...weak, accepted: true }]);
    const again = createService(repository).service;
    expect(again.get('order-1')?.findings).toEqual([{ ...weak, accepted: true }]);
    expect(take('three', ['a.example'], 20_200, [weak])).toEqual([{ ...weak, accepted: true }]);
    expect(take('four', [], 20_300)).toMatchObject(lost('a.example'));
  });

  const serverAuth = '1.3.6.1.5.5.7.3.1';
  it.each<[string, Partial<CertificateFacts>, Partial<CertificateFacts>, Finding['kind']]>([
    [
      'another kind of key',
      { keyType: 'RSA', curve: null },
      { keyType: 'EC', curve: 'P-256' },
      'keyTypeChanged',
    ],
    ['another curve', { curve: 'P-256' }, { curve: 'P-384' }, 'keyTypeChanged'],
    [
      'TLS client authentication',
      { purposes: [serverAuth, CLIENT_AUTH] },
      { purposes: [serverAuth] },
      'purposesLost',
    ],
    ['a required staple', { mustStaple: false }, { mustStaple: true }, 'stapleCame'],
    [
      'names that are a wildcard now',
      { subjectAltNames: ['www.a.example', 'b.a.example'] },
      { subjectAltNames: ['*.a.example'] },
      'namesWidened',
    ],
  ])('is asked about once: %s', (_, before, next, kind) => {
    const { service, repository, take } = started();
    const kinds = (...[name, from, change]: [string, number, Partial<CertificateFacts>]) =>
      take(name, ['a.example'], from, [], change)?.map((finding) => finding.kind);
    expect(kinds('one', 20_000, before)).toEqual([]);
    expect(kinds('two', 20_100, next)).toEqual([kind]);
    service.accept('order-1', service.get('order-1')?.fingerprint256 ?? '');
    expect(service.get('order-1')?.findings).toEqual([]);
    expect(kinds('three', 20_200, next)).toEqual([]);
    expect(kinds('four', 20_300, next)).toEqual([]);
    expect(createService(repository).service.get('order-1')?.findings).toEqual([]);
    const back = kinds('five', 20_400, before);
    // A wildcard that is gone leaves hosts without a name.
    expect(back).toEqual(kind === 'namesWidened' ? ['namesLost'] : []);
  });

  it('needs another review once the accepted finding had ended', () => {
    const { service, take } = started();
    take('one', ['a.example'], 20_000, [weak]);
    service.accept('order-1', service.get('order-1')?.fingerprint256 ?? '');
    expect(take('two', ['a.example'], 20_100)).toEqual([]);
    expect(take('three', ['a.example'], 20_200, [weak])).toEqual([weak]);
  });

  it('is never a damaged leaf', () => {
    const { service, take } = started();
    take('one', ['a.example'], 20_000);
    take('two', ['a.example'], 20_100, [{ kind: 'signatureBroken', subject: 'a.example' }]);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', fingerprint)).toMatchObject({ error: { kind: 'unknownId' } });
  });

  it('stays as it was when it cannot be stored', () => {
    const { service, repository, take } = started();
    take('one', ['a.example', 'b.example'], 20_000);
    take('two', ['a.example'], 20_100);
    repository.failWith(full);
    const fingerprint = service.get('order-1')?.fingerprint256 ?? '';
    expect(service.accept('order-1', fingerprint)).toEqual({ ok: false, error: full });
    expect(service.get('order-1')?.findings).toEqual(lost('b.example'));
  });
});
