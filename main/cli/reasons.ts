import { isDamage } from '#shared/domain/chainFault.ts';
import type { ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { faultSummary } from '#shared/i18n/faultText.ts';
import { formatDate, formatRelativePast, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Severity of a reason: the name of its exit code. */
export type Severity = 'critical' | 'attention' | 'unknown';

/** Input of the rules. */
export interface ReasonFacts {
  /** Time left in ms that is a warning. */
  readonly withinMs: number;
  /** Time left in ms that is critical; `null`: none. */
  readonly criticalMs: number | null;
  /** Whether old facts, and a service that cannot be asked, are reasons. */
  readonly needsConfirmation: boolean;
  /** Unix ms. */
  readonly now: number;
  readonly t: Translate;
  readonly locale: Locale;
}

interface Rule {
  readonly severity: Severity;
  /** Text of the reason; `null` or empty: the rule does not apply. */
  readonly said: (order: InventoryOrder, facts: ReasonFacts) => string | null;
}

/** All reasons for which `status --fail-within` and `check` fail, worst first. */
const rules = {
  expired: {
    severity: 'critical',
    said: ({ notAfter }, facts) => pastText('expired', notAfter, facts),
  },
  revoked: {
    severity: 'critical',
    said: ({ authority, notAfter }, { now, t, locale }) => {
      const revoked = authority?.revoked ?? null;
      // An expired certificate has its own reason.
      if (revoked === null || (notAfter !== null && now > notAfter)) return null;
      const reason = t(`orders.revocation.${revoked.reason}`);
      return t('cli.status.reason.revoked', { date: formatDate(revoked.at, locale, 'local'), reason });
    },
  },
  damaged: {
    severity: 'critical',
    said: ({ findings }, { t, locale }) => faultSummary(toReview(findings).filter(isDamage), t, locale),
  },
  servedExpired: {
    severity: 'critical',
    said: (order, facts) => pastText('servedExpired', otherServedEnd(order), facts),
  },
  notDeployed: {
    severity: 'critical',
    said: (order, { t }) => {
      const status = order.deployment?.status;
      // Known, but still within the time for an automatic update or for the service to confirm it.
      if (order.status === 'stale') return null;
      if (status === 'foreign') return t('cli.status.reason.foreign');
      // A certificate with findings to review should not be deployed.
      const isWanted = toReview(order.findings).length === 0;
      return status === 'stale' && isWanted ? t(`cli.status.reason.stale.${worstPlace(order)}`) : null;
    },
  },
  rejected: {
    severity: 'critical',
    said: ({ status, failure }, { t }) =>
      status === 'rejected' || failure === 'unauthorized' ? t('cli.status.reason.rejected') : null,
  },
  endsSoon: {
    severity: 'critical',
    said: ({ notAfter }, facts) => (isCritical(notAfter, facts) ? soonText('ends', notAfter, facts) : null),
  },
  servedEndsSoon: {
    severity: 'critical',
    said: (order, facts) => {
      const end = otherServedEnd(order);
      return isCritical(end, facts) ? soonText('servedEnds', end, facts) : null;
    },
  },
  ends: {
    severity: 'attention',
    said: ({ notAfter }, facts) => (isCritical(notAfter, facts) ? null : soonText('ends', notAfter, facts)),
  },
  servedEnds: {
    severity: 'attention',
    said: (order, facts) => {
      const end = otherServedEnd(order);
      return isCritical(end, facts) ? null : soonText('servedEnds', end, facts);
    },
  },
  notYetValid: {
    severity: 'attention',
    said: ({ notBefore }, { now, t }) =>
      notBefore !== null && notBefore > now
        ? t('cli.status.reason.notYetValid', { time: formatTimeLeft(notBefore - now, t) })
        : null,
  },
  needsReview: {
    severity: 'attention',
    said: ({ findings }, { t, locale }) =>
      faultSummary(
        toReview(findings).filter((finding) => !isDamage(finding)),
        t,
        locale,
      ),
  },
  misconfigured: deploymentRule('misconfigured'),
  unreachable: deploymentRule('unreachable'),
  toReplace: {
    severity: 'attention',
    said: ({ authority }, { now, t, locale }) => {
      const replacement = authority?.replacement ?? null;
      return replacement === null || now < replacement.from
        ? null
        : t('cli.status.reason.toReplace', { date: formatDate(replacement.by, locale, 'local') });
    },
  },
  overdue: {
    severity: 'attention',
    said: ({ renewal }, { t }) =>
      renewal.kind === 'overdue'
        ? t('cli.status.reason.overdue', { time: formatWholeDays(renewal.byMs, t) })
        : null,
  },
  unknown: {
    severity: 'attention',
    said: ({ notAfter, status }, { t }) =>
      notAfter === null || status === 'neverFetched' ? t('cli.status.reason.unknown') : null,
  },
  failing: {
    severity: 'unknown',
    said: ({ status, failure }, { needsConfirmation, t }) =>
      needsConfirmation && status === 'failing' && failure !== 'unauthorized'
        ? t('cli.status.reason.failing', { failure: failure ?? '' })
        : null,
  },
  unconfirmed: {
    severity: 'unknown',
    said: ({ status }, { needsConfirmation, t }) =>
      needsConfirmation && status === 'stale' ? t('cli.status.reason.unconfirmed') : null,
  },
} satisfies Readonly<Record<string, Rule>>;

export type ReasonKind = keyof typeof rules;

/** Kinds of reasons, worst first. */
export const reasonKinds = Object.keys(rules) as readonly ReasonKind[];

/** Why an order makes a check fail. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly severity: Severity;
  /** Clean text, without a full stop. */
  readonly text: string;
}

/**
 * Why a check fails for an order, worst first; empty if it does not. Without `needsConfirmation` an old confirmation is
 * no reason: without the running app no order is confirmed, and the certificate's facts still hold.
 */
export function reasonsOf(order: InventoryOrder, facts: ReasonFacts): readonly Reason[] {
  return reasonKinds.flatMap((kind) => {
    const { severity, said }: Rule = rules[kind];
    const text = said(order, facts) ?? '';
    return text === '' ? [] : [{ kind, severity, text }];
  });
}

const statusReasons: Readonly<Partial<Record<ProbeStatus, ReasonKind>>> = {
  expired: 'servedExpired',
  foreign: 'notDeployed',
  stale: 'notDeployed',
  misconfigured: 'misconfigured',
  unreachable: 'unreachable',
};

/** Severity of a place's status; `null`: no known problem. */
export function probeSeverity(status: ProbeStatus): Severity | null {
  const kind = statusReasons[status];
  return kind === undefined ? null : rules[kind].severity;
}

/** The earliest expiry that is served, unless it is that of the current certificate, which has its own reason. */
function otherServedEnd({ deployment, notAfter }: InventoryOrder): number | null {
  const served = deployment?.servedNotAfter ?? null;
  return served === notAfter ? null : served;
}

/** Whether the status comes from endpoints or only from exported files. */
function worstPlace({ deployment }: InventoryOrder): 'served' | 'files' {
  return deployment?.affected === 0 ? 'files' : 'served';
}

function deploymentRule(status: 'misconfigured' | 'unreachable'): Rule {
  return {
    severity: 'attention',
    said: (order, { t }) =>
      order.deployment?.status === status ? t(`cli.status.reason.${status}.${worstPlace(order)}`) : null,
  };
}

function pastText(
  kind: 'expired' | 'servedExpired',
  end: number | null,
  { now, t }: ReasonFacts,
): string | null {
  if (end === null || end >= now) return null;
  return t(`cli.status.reason.${kind}`, { ago: formatRelativePast(now - end, t) });
}

function isCritical(end: number | null, { criticalMs, now }: ReasonFacts): boolean {
  return end !== null && criticalMs !== null && end - now <= criticalMs;
}

function soonText(
  kind: 'ends' | 'servedEnds',
  end: number | null,
  { now, withinMs, criticalMs, t }: ReasonFacts,
): string | null {
  if (end === null || end < now || end - now > Math.max(withinMs, criticalMs ?? 0)) return null;
  return t(`cli.status.reason.${kind}`, { time: formatTimeLeft(end - now, t) });
}
