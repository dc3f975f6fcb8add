import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';

/** Statuses that no rule names, and why. */
const elsewhere: Partial<Record<OrderStatus, string>> = {
  expired: 'NotAfterCertificateExpired compares the certificate itself with the time',
  critical: 'NotAfterCertificateExpiresVerySoon',
  expiring: 'NotAfterCertificateExpiring',
  overdue: 'NotAfterRenewalOverdue goes by the condition',
  rejected: 'NotAfterTokenRejected, once for its connection',
  neverFetched: 'NotAfterOrderUnconfirmed: the service has never confirmed it',
  notYetValid: 'only time is missing, and the app does not alert either',
  healthy: 'all is well',
};

it('every status of an order raises an alert, or is one of those that need none', () => {
  const rules = readFileSync(join(projectFolder, 'docs', 'monitoring', 'notafter.rules.yml'), 'utf8');
  const named = [...rules.matchAll(/notafter_order_status\{status=~?"([^"]+)"\}/gu)].flatMap(
    ([, pattern = '']) => pattern.split('|'),
  );
  expect([...named, ...Object.keys(elsewhere)].toSorted()).toEqual(orderStatuses.toSorted());
  for (const [, rule] of Object.values(elsewhere)
    .join(' ')
    .matchAll(/(NotAfter\w+)/gu))
    expect(rules).toContain(`alert: ${rule}\n`);
});
