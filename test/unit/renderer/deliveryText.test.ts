import { describe, expect, it } from 'vitest';
import {
  type DeliverySurroundings,
  deliveryTodo,
  keyStateWords,
  verdictWords,
} from '#renderer/features/webhook/inbox/inboxText.ts';
import { verdictMark } from '#renderer/features/webhook/inbox/VerdictBadge.tsx';
import type { DeliveryView, WaitingReason } from '#shared/domain/delivery.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { NOW } from './orderRows.ts';
import { chinese, english } from './translators.ts';

/** One of each kind, so that a kind without text fails here. */
const reasons: { readonly [Kind in WaitingReason['kind']]: Extract<WaitingReason, { readonly kind: Kind }> } =
  {
    unknownName: { kind: 'unknownName' },
    orderGone: { kind: 'orderGone' },
    leafDiffers: { kind: 'leafDiffers', fingerprint256: 'ab', notAfter: NOW },
    notAsked: { kind: 'notAsked', error: null },
    namesDiffer: { kind: 'namesDiffer', added: ['new.example.com'], missing: [] },
    chainNotTrusted: { kind: 'chainNotTrusted', missingIssuer: 'Lab Root' },
    refused: { kind: 'refused', fault: { kind: 'weakKey', bits: 1024, subject: 'shop.example' } },
    olderLeaf: { kind: 'olderLeaf', notBefore: NOW + 200 * DAY_MS },
    expired: { kind: 'expired' },
    notYetValid: { kind: 'notYetValid' },
  };

const verdicts: readonly DeliveryView['verdict'][] = [
  { kind: 'checking' },
  ...Object.values(reasons).map((reason) => ({ kind: 'waiting', reason }) as const),
  { kind: 'confirmed', at: NOW - HOUR_MS },
  { kind: 'accepted', at: NOW - HOUR_MS },
  { kind: 'superseded', at: NOW - HOUR_MS },
  { kind: 'discarded', at: NOW - HOUR_MS },
];

function around(change: Partial<DeliveryView>, orderName: string | null = 'Shop'): DeliverySurroundings {
  const delivery = deliveryView('d', NOW - 2 * HOUR_MS, { orderName: 'web-1', ...change });
  return { delivery, orderName, isExported: false, now: NOW, t: english, locale: 'en' };
}

const waiting = (reason: WaitingReason) => around({ verdict: { kind: 'waiting', reason } });

describe('verdictWords', () => {
  it('has a separate text for every verdict and every reason, in both languages', () => {
    for (const t of [english, chinese]) {
      const titles = verdicts.map((verdict) => {
        const { title, why, next } = verdictWords({ ...around({ verdict }), t });
        for (const text of [title, why, next]) expect(text).toMatch(/^[^{}]{3,}$/u);
        expect(`${title}${why}${next}`).not.toContain('inbox.');
        return why;
      });
      expect(new Set(titles).size).toBe(verdicts.length);
    }
  });

  it('includes the details of the reason', () => {
    expect(verdictWords(waiting(reasons.unknownName)).why).toContain('“web-1”');
    expect(verdictWords(waiting(reasons.unknownName)).why).toContain('Hook h1');
    expect(verdictWords(waiting(reasons.leafDiffers)).why).toContain('Shop');
    expect(verdictWords(waiting(reasons.chainNotTrusted)).why).toContain('Lab Root');
    expect(verdictWords(waiting(reasons.olderLeaf)).why).toMatch(/Nov 2026.*Jun 2027/u);
  });

  it('says when the service confirmed, and omits the name of a removed order', () => {
    const verdict = { kind: 'confirmed', at: NOW - HOUR_MS } as const;
    expect(verdictWords(around({ verdict })).why).toContain('checked Shop 1 h ago');
    expect(verdictWords(around({ verdict }, null)).why).toContain('checked its order 1 h ago');
  });

  it('recommends an export only while the key is available', () => {
    const verdict = { kind: 'accepted', at: NOW } as const;
    expect(verdictWords(around({ verdict, key: 'memory' })).next).toMatch(/^Export/u);
    expect(verdictWords(around({ verdict, key: 'exported' })).next).toMatch(/^Nothing to do/u);
  });
});

describe('deliveryTodo', () => {
  it('has the next step in one line for every verdict and every reason', () => {
    for (const t of [english, chinese])
      for (const verdict of verdicts)
        expect(deliveryTodo(deliveryView('d', NOW, { verdict }), false, t)).toMatch(
          /^(?!inbox\.)[^{}]{4,50}$/u,
        );
  });

  it('has no next step after the export', () => {
    const verdict = { kind: 'confirmed', at: NOW } as const;
    const todo = (delivery: DeliveryView, isExported: boolean) => deliveryTodo(delivery, isExported, english);
    const withKey = deliveryView('d', NOW, { verdict });
    const withoutKey = deliveryView('d', NOW, { verdict, key: 'exported' });
    expect(todo(withKey, false)).toBe('Ready to export');
    expect(todo(withoutKey, false)).toBe('Nothing to do');
    for (const delivery of [withKey, withoutKey])
      expect(todo(delivery, true)).toBe('The exported files have it');
  });
});

describe('verdictMark', () => {
  it('distinguishes mismatches from waiting deliveries', () => {
    const mark = (reason: WaitingReason) => verdictMark({ kind: 'waiting', reason });
    expect(mark(reasons.unknownName)).toBe('waiting');
    expect(mark(reasons.notAsked)).toBe('waiting');
    expect(mark(reasons.leafDiffers)).toBe('heldBack');
    expect(mark(reasons.namesDiffer)).toBe('heldBack');
    expect(verdictMark({ kind: 'checking' })).toBe('checking');
  });
});

describe('keyStateWords', () => {
  const words = (key: DeliveryView['key'], t = english) =>
    keyStateWords({ key, receivedAt: NOW }, 30, t, t === english ? 'en' : 'zh-CN');

  it('says until when a key is kept, and how long a deleted one was kept', () => {
    expect(words('vault')).toContain('at most until 20 Dec 2026');
    expect(words('expired')).toContain('within 30 days');
  });

  it('has a separate text for every state, in both languages', () => {
    const states = ['vault', 'memory', 'exported', 'expired', 'gone'] as const;
    for (const t of [english, chinese])
      expect(new Set(states.map((state) => words(state, t))).size).toBe(states.length);
  });
});
