import { useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { closeAfter, closeDialog } from '#renderer/stores/viewStore.ts';
import { ENDPOINTS_MAX, ENDPOINTS_OF_ORDER_MAX } from '#shared/domain/endpoint.ts';
import { addPlanned } from './endpointActions.ts';
import { planSuggested, type SuggestedPlan } from './suggestions.ts';

/** Asks before adding the endpoints that the names of several orders suggest. */
export function AddSuggestedDialog({ orderIds }: { readonly orderIds: readonly string[] }) {
  const t = useT();
  const [plan, setPlan] = useState(() => planFor(orderIds));
  const add = useAction(addPlanned);
  const count = plan.adding.length;
  const confirm = async () => {
    const result = await closeAfter(add.run(plan));
    if (!result.ok) setPlan(planFor(orderIds));
  };
  return (
    <Dialog
      onClose={closeDialog}
      size="sm"
      title={t('places.bulk.title')}
      closeOnOutsideClick={!add.busy}
      footer={
        <>
          <Button data-autofocus={count === 0 ? true : undefined} onClick={closeDialog}>
            {t(count === 0 ? 'common.close' : 'common.cancel')}
          </Button>
          {count > 0 && (
            <Button
              data-autofocus
              variant="primary"
              busy={add.busy}
              onClick={() => void confirm()}
              className="tabular"
            >
              {t('places.bulk.confirm', { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <PlanSummary plan={plan} />
        {add.error !== null && <ErrorBanner reveal error={add.error} />}
      </div>
    </Dialog>
  );
}

function PlanSummary({ plan }: { readonly plan: SuggestedPlan }) {
  const t = useT();
  const { adding, orders, known, wildcards, noRoom } = plan;
  const bounds = { most: ENDPOINTS_OF_ORDER_MAX, mostOfAll: ENDPOINTS_MAX };
  return (
    <>
      {adding.length === 0 ? (
        <p>{t('places.bulk.nothing')}</p>
      ) : (
        <>
          <p>
            {t('places.bulk.text', {
              endpoints: t('places.bulk.endpoints', { count: adding.length }),
              orders: t('places.bulk.orders', { count: orders }),
            })}
          </p>
          <p>{t('places.bulk.connects')}</p>
        </>
      )}
      <ul className="flex flex-col gap-1 text-xs text-muted">
        {known > 0 && <li>{t('places.bulk.known', { count: known })}</li>}
        {wildcards > 0 && <li>{t('places.bulk.wildcards', { count: wildcards })}</li>}
        {noRoom > 0 && <li>{t('places.bulk.noRoom', { count: noRoom, ...bounds })}</li>}
      </ul>
    </>
  );
}

function planFor(orderIds: readonly string[]): SuggestedPlan {
  const app = currentApp();
  const orders = orderIds.flatMap((id) => app?.orders.get(id) ?? []);
  return planSuggested(orders, app?.endpoints ?? []);
}
