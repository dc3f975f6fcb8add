import { RefreshCw } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Step } from '#renderer/features/deployment/steps/Step.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { issuedStep } from '#shared/domain/deploymentSteps.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { syncOrders } from '../list/orderActions.ts';
import { renewalSentence } from './renewalSentence.ts';

interface IssuedStepProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** Whether the panel offers a sync elsewhere. */
  readonly hasSync: boolean;
}

/** The first step of the deployment: the certificate that the service issued, and its next renewal. */
export function IssuedStep({ row, status, hasSync }: IssuedStepProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const isPolling = useApp((app) => app.polling.has(row.id));
  const { id, notBefore, issuerName } = row;
  const { state, kind } = issuedStep(row, status, now);
  const renewal = renewalSentence(row, now, t, locale);
  return (
    <Step
      name="issued"
      state={state}
      when={notBefore === null ? undefined : { text: formatDate(notBefore, locale, 'local'), at: notBefore }}
      action={
        state === 'done' || hasSync || isPushOnly(row) || kind === 'review' ? undefined : (
          <Button size="sm" icon={RefreshCw} busy={isPolling} onClick={() => syncOrders([id])}>
            {t('orders.action.sync')}
          </Button>
        )
      }
    >
      {kind !== 'current' && <p className="text-sm">{t(`places.steps.certificate.${kind}`)}</p>}
      {issuerName !== null && <p className={kind === 'current' ? 'text-sm' : 'text-muted'}>{issuerName}</p>}
      {renewal !== null && (
        <p className={renewal.isOverdue ? 'font-medium text-amber' : 'text-muted'}>{renewal.text}</p>
      )}
    </Step>
  );
}
