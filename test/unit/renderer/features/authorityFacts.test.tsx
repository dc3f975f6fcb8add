// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FactList } from '#renderer/components/FactList.tsx';
import { AuthorityFacts } from '#renderer/features/orders/details/AuthorityFacts.tsx';
import type {
  AuthorityCheck,
  AuthorityNews,
  RenewalAnswer,
  RevocationAnswer,
} from '#shared/domain/authorityNews.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { authorityNews } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english } from '#test/unit/renderer/translators.ts';

const now = Date.now();

/** A check that was answered two hours ago, and is repeated in five. */
function answered<Answer>(
  answer: Answer,
  change: Partial<AuthorityCheck<Answer>> = {},
): AuthorityCheck<Answer> {
  const nextAt = now + 5 * HOUR_MS + 30_000;
  return { answer, answeredAt: now - 2 * HOUR_MS - 30_000, failedAt: null, nextAt, ...change };
}

function renderFacts(
  news: AuthorityNews | null,
  settings: Partial<Settings> = { checkRevocation: true, checkRenewalInfo: true },
): void {
  renderPart(
    <FactList>
      <AuthorityFacts news={news} />
    </FactList>,
    { app: { settings: { ...defaultSettings, ...settings } } },
  );
}

/** What is said of one question. */
function fact(name: 'revocation' | 'replacement'): string | null {
  const title = screen.queryByText(english(`orders.authority.${name}`));
  return title?.parentElement?.querySelector('dd')?.textContent ?? null;
}

const bothFacts = () => ({ revocation: fact('revocation'), replacement: fact('replacement') });

it('says nothing while both questions are off', () => {
  renderFacts(authorityNews(), {});
  expect(bothFacts()).toEqual({ revocation: null, replacement: null });
});

it('says that nothing was checked yet', () => {
  renderFacts(null);
  const notChecked = english('orders.authority.notChecked');
  expect(bothFacts()).toEqual({ revocation: notChecked, replacement: notChecked });
});

it('says what was found, when, and when it is checked again', () => {
  renderFacts(
    authorityNews({
      revocationCheck: answered<RevocationAnswer>('notListed'),
      replacement: { from: now + DAY_MS, by: Date.UTC(2027, 0, 5, 12), explanationUrl: null },
      renewalCheck: answered<RenewalAnswer>('suggested', { nextAt: now }),
    }),
  );
  expect(fact('revocation')).toBe('Not revokedchecked 2 h ago · next in 5 h');
  expect(fact('replacement')).toBe(
    'The CA suggests a replacement by 5 Jan 2027checked 2 h ago · next in a moment',
  );
});

it('keeps what was found when a later attempt fails', () => {
  const failedAt = now - 10 * MINUTE_MS - 30_000;
  renderFacts(
    authorityNews({
      revoked: { at: Date.UTC(2026, 5, 1, 12), reason: 'superseded' },
      revocationCheck: answered<RevocationAnswer>('listed', { failedAt }),
      renewalCheck: { answer: null, answeredAt: null, failedAt, nextAt: now + HOUR_MS + 30_000 },
    }),
  );
  expect(fact('revocation')).toMatch(
    /^Revoked on 1 Jun 2026: it was replacedchecked 2 h ago · failed 10 min ago · /u,
  );
  expect(fact('replacement')).toBe(`${english('orders.authority.noAnswer')}failed 10 min ago · next in 1 h`);
});

it.each(['noList', 'noIssuer', 'unreadable', 'expired'] as const)(
  'says why it is not known whether it was revoked: %s',
  (answer) => {
    renderFacts(authorityNews({ revocationCheck: answered<RevocationAnswer>(answer) }));
    expect(fact('revocation')).toContain(english(`orders.authority.${answer}`));
  },
);

it.each(['noDirectory', 'noIssuerKey', 'unreadable', 'expired'] as const)(
  'says why the CA is not asked about a replacement: %s',
  (answer) => {
    renderFacts(authorityNews({ renewalCheck: answered<RenewalAnswer>(answer, { nextAt: null }) }));
    expect(fact('replacement')).toBe(english(`orders.authority.${answer}`));
  },
);
