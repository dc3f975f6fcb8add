import { RefreshCw } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Step } from '#renderer/features/deployment/steps/Step.tsx';
import { useHeld } from '#renderer/features/deployment/steps/useDeployment.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { allConditions } from '#shared/domain/conditions/conditions.ts';
import { type IssuedKind, issuedStep } from '#shared/domain/deploymentSteps.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { type RenewalFacts, renewalState } from '#shared/domain/renewal.ts';
import { formatLate, formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatDate, formatWholeDays } from '#shared/i18n/format.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { syncOrders } from '../list/orderActions.ts';

interface IssuedStepProps {
  readonly row: OrderRow;
  /** Whether the panel offers a sync elsewhere. */
  readonly hasSync: boolean;
}

/** The first step of the deployment: the certificate that the service issued, and its next renewal. */
export function IssuedStep({ row, hasSync }: IssuedStepProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const isPolling = useApp((app) => app.polling.has(row.id));
  const { id, notBefore, issuerName } = row;
  const held = useHeld(row);
  const { state, kind } = issuedStep(row, held);
  // Above the steps, the panel says why the order has its status.
  const isSaid = held[0]?.kind === kind;
  const renewal = renewalSentence(row, now, t, locale);
  return (
    <Step
      name="issued"
      state={state}
      when={notBefore === null ? undefined : { text: formatDate(notBefore, locale, 'local'), at: notBefore }}
      action={
        state === 'done' || hasSync || isPushOnly(row) || kind === 'needsReview' ? undefined : (
          <Button size="sm" icon={RefreshCw} busy={isPolling} onClick={() => syncOrders([id])}>
            {t('orders.action.sync')}
          </Button>
        )
      }
    >
      {kind !== 'current' && !isSaid && <p className="text-sm">{issuedText(kind, t)}</p>}
      {issuerName !== null && (
        <p className={kind === 'current' || isSaid ? 'text-sm' : 'text-muted'}>{issuerName}</p>
      )}
      {renewal !== null && (
        <p className={renewal.isOverdue ? 'font-medium text-amber' : 'text-muted'}>{renewal.text}</p>
      )}
    </Step>
  );
}

/** Why the step is not done: in the words of the status. */
function issuedText(kind: Exclude<IssuedKind, 'current'>, t: Translate): string {
  if (kind === 'none' || kind === 'serviceOnly') return t(`places.steps.certificate.${kind}`);
  const condition = allConditions.find((one) => one.kind === kind);
  return condition === undefined ? '' : statusText(condition.status, t);
}

interface RenewalText {
  readonly text: string;
  readonly isOverdue: boolean;
}

/** For the panel: when the order is usually, or expected to be, renewed, and whether it is late at `now` (Unix ms). */
export function renewalSentence(
  row: RenewalFacts,
  now: number,
  t: Translate,
  locale: Locale,
): RenewalText | null {
  const { notAfter, lead } = row;
  const state = renewalState(row, now);
  if (state.kind === 'unknown' || notAfter === null || lead === null) return null;
  const words = {
    lead: formatWholeDays(lead.leadMs, t, Math.round),
    left: formatTimeLeft(Math.max(0, notAfter - now), t),
    date: formatDate(state.dueAt, locale, 'local'),
    time: formatLate(state.kind === 'overdue' ? state.byMs : 0, notAfter - now, t),
  };
  const isOverdue = state.kind === 'overdue';
  if (lead.renewals === 0) return { text: t('places.renewalSentence.expectedThird', words), isOverdue };
  if (notAfter < now) return { text: t('places.renewalSentence.missedUsual', words), isOverdue };
  // One renewal is no habit yet.
  if (lead.renewals === 1 && state.kind === 'notDue')
    return { text: t('places.renewalSentence.usualOnce', words), isOverdue };
  return { text: t(`places.renewalSentence.${sentences[state.kind]}`, words), isOverdue };
}

const sentences = { notDue: 'usual', due: 'dueUsual', overdue: 'overdueUsual' } as const;
