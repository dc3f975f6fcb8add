import { describe, expect, it } from 'vitest';
import { type PushRules, validatePushDelivery } from '#main/webhook/inbox/validatePushDelivery.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { facts } from '#test/unit/storage/records.ts';
import { deliveryRecord } from './deliveries.ts';

const now = 1_000_000_000;
const leaf = facts('shop.example', now - 1000, now + 1000);
const approved = ['WWW.shop.example', 'shop.example'];

function judge(change: Partial<CertificateFacts> = {}, rules: Partial<PushRules> = {}) {
  return validatePushDelivery(deliveryRecord('d1', { leaf: { ...leaf, ...change } }), {
    order: { approvedNames: approved },
    present: null,
    cameBefore: () => false,
    checkChain: () => ({ missingIssuer: null, faults: [], refusals: [], chainEnd: null }),
    now,
    isApproved: false,
    ...rules,
  });
}

const waits = (reason: object) => ({ kind: 'waiting', reason });
const accepted = { kind: 'accepted', at: now };
const present = (notBefore: number, notAfter = leaf.notAfter) => ({
  present: { id: 'd0', leaf: { ...leaf, fingerprint256: 'other', notBefore, notAfter } },
});

describe('a delivery of a push-only order', () => {
  it('is accepted with the approved names, in any order and case', () => {
    expect(judge()).toEqual(accepted);
    expect(judge({ subjectAltNames: ['Shop.Example', 'www.shop.example'] })).toEqual(accepted);
  });

  it('reports added and missing names', () => {
    expect(judge({ subjectAltNames: ['shop.example', 'evil.example'] })).toEqual(
      waits({ kind: 'namesDiffer', added: ['evil.example'], missing: ['www.shop.example'] }),
    );
  });

  it('is not accepted for a common name in place of an alternative name', () => {
    const change = { subjectAltNames: [], commonName: 'shop.example' };
    expect(judge(change, { order: { approvedNames: ['shop.example'] } })).toMatchObject(
      waits({ kind: 'namesDiffer', added: ['cn=shop.example'] }),
    );
  });

  it('waits when its chain is not trusted, even with an approval', () => {
    const rules = {
      checkChain: () => ({ missingIssuer: 'Some CA', faults: [], refusals: [], chainEnd: null }),
    };
    const fault = waits({ kind: 'chainNotTrusted', missingIssuer: 'Some CA' });
    expect(judge({ subjectAltNames: [] }, rules)).toEqual(fault);
    expect(judge({}, { ...rules, isApproved: true })).toEqual(fault);
  });

  it('waits when clients refuse its chain, even with an approval', () => {
    const fault = { kind: 'notForServers', subject: 'shop.example', isLeaf: true } as const;
    const rules = {
      checkChain: () => ({ missingIssuer: null, faults: [fault], refusals: [], chainEnd: null }),
    };
    for (const isApproved of [true, false])
      expect(judge({}, { ...rules, isApproved })).toEqual(waits({ kind: 'refused', fault }));
  });

  it('is damaged rather than untrusted if it is both', () => {
    const fault = { kind: 'signatureBroken', subject: 'shop.example' } as const;
    const rules = {
      checkChain: () => ({ missingIssuer: 'Some CA', faults: [fault], refusals: [], chainEnd: null }),
    };
    expect(judge({}, rules)).toEqual(waits({ kind: 'refused', fault }));
  });

  it('is valid through its notAfter, and expired after it, even with an approval', () => {
    expect(judge({ notAfter: now })).toEqual(accepted);
    for (const isApproved of [true, false]) {
      expect(judge({ notAfter: now - 1 }, { isApproved })).toEqual(waits({ kind: 'expired' }));
    }
  });

  it('may become valid up to five minutes ahead of this clock, even with an approval', () => {
    expect(judge({ notBefore: now + 5 * MINUTE_MS })).toEqual(accepted);
    for (const isApproved of [true, false]) {
      const verdict = judge({ notBefore: now + 5 * MINUTE_MS + 1 }, { isApproved });
      expect(verdict).toEqual(waits({ kind: 'notYetValid' }));
    }
  });

  it('must not be older than the current certificate, unless the user approved it', () => {
    const later = leaf.notBefore + 1;
    expect(judge({}, present(leaf.notBefore))).toEqual(accepted);
    for (const notAfter of [leaf.notAfter - 1, leaf.notAfter, leaf.notAfter + 1])
      expect(judge({}, present(later, notAfter))).toEqual(waits({ kind: 'olderLeaf', notBefore: later }));
    expect(judge({}, { ...present(later), isApproved: true })).toEqual(accepted);
  });

  it('may have a shorter life than the current certificate, if it begins later', () => {
    expect(judge({}, present(leaf.notBefore - 1, leaf.notAfter + 1))).toEqual(accepted);
  });

  it('may have different names if the user approved it', () => {
    expect(judge({ subjectAltNames: ['evil.example'] }, { isApproved: true })).toEqual(accepted);
  });

  it('is superseded by a later delivery that is newer', () => {
    const cameBefore = (id: string, otherId: string) => id === 'd1' && otherId === 'd0';
    expect(judge({ subjectAltNames: [] }, { ...present(leaf.notBefore + 1), cameBefore })).toEqual({
      kind: 'superseded',
      at: now,
    });
  });
});
