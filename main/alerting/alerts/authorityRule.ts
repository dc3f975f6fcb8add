import type { AlertRule, AlertRulePorts } from './alert.ts';

/** Certificates that were revoked, or that their authority wants replaced: each once per leaf. */
export function authorityRule({ orders, ledger, isSnoozed }: AlertRulePorts): AlertRule {
  const evaluate: AlertRule['evaluate'] = (now) =>
    orders().flatMap((order) => {
      const { fingerprint256, notAfter, authority } = order;
      if (authority === null || fingerprint256 === null || isSnoozed(order)) return [];
      if (notAfter !== null && now > notAfter) return [];
      const { revoked, replacement } = authority;
      const isDue = revoked !== null || (replacement !== null && now >= replacement.from);
      const kind = revoked === null ? 'toReplace' : 'revoked';
      const entry = { subject: fingerprint256, threshold: kind };
      // A revocation is final; the time for a replacement can still be to come.
      const isSent = revoked === null ? ledger.isSent(entry, now) : ledger.has(entry);
      return !isDue || isSent ? [] : [{ event: { kind, order }, entries: [entry] }];
    });
  return { name: 'authority', evaluate };
}
