import { useMemo, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { currentApp, useApp } from '#renderer/stores/appStore.ts';
import type { EndpointDialogState } from '#renderer/stores/dialog.ts';
import { closeAfter, closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import { ENDPOINTS_MAX, ENDPOINTS_OF_ORDER_MAX, type EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import { EndpointFields } from './EndpointFields.tsx';
import { addPlanned } from './endpointActions.ts';
import { checkEndpoint, draftOf, newDraft } from './endpointDraft.ts';
import { openSuggestions, planSuggested, type SuggestedPlan } from './suggestions.ts';

/** The dialogs about endpoints. A form closes when its endpoint or order is removed. */
export function EndpointDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  switch (dialog.kind) {
    case 'endpoint':
      return <OpenForm dialog={dialog} />;
    case 'addSuggested':
      return <AddSuggestedDialog orderIds={dialog.orderIds} />;
    default:
      return null;
  }
}

function OpenForm({ dialog }: { readonly dialog: EndpointDialogState }) {
  const { orderId, endpointId, text } = dialog;
  const order = useApp((app) => app.orders.get(orderId));
  const endpoint = useApp((app) => app.endpoints.find(({ id }) => id === endpointId)) ?? null;
  const isGone = order === undefined || (endpointId !== null && endpoint === null);
  useClosedWhen(isGone);
  if (isGone) return null;
  return <EndpointDialog order={order} endpoint={endpoint} text={text} />;
}

interface EndpointDialogProps {
  readonly order: OrderRow;
  readonly endpoint: EndpointView | null;
  readonly text: string;
}

export function EndpointDialog({ order, endpoint, text }: EndpointDialogProps) {
  const t = useT();
  const endpoints = useApp((app) => app.endpoints);
  const suggestions = useMemo(() => {
    const own = endpoints.filter(({ orderId }) => orderId === order.id);
    return endpoint === null ? openSuggestions(order, own) : [];
  }, [endpoints, endpoint, order]);
  const form = useForm({
    initial: endpoint === null ? newDraft(text) : draftOf(endpoint),
    check: checkEndpoint,
    send: (fields): Promise<Result<unknown>> => {
      const { calls } = bridge();
      return endpoint === null
        ? closeAfter(calls['endpoints:add']({ orderId: order.id, ...fields }))
        : closeAfter(calls['endpoints:update']({ id: endpoint.id, ...fields }));
    },
    problemsOf: inputProblems('endpoint', 'serverName'),
  });
  return (
    <FormDialog
      form={form}
      title={t(endpoint === null ? 'places.form.addTitle' : 'places.form.changeTitle')}
      saveLabel={t(endpoint === null ? 'places.form.add' : 'common.save')}
      isSaveDisabled={endpoint !== null && !form.isDirty}
      onClose={closeDialog}
      closeOnOutsideClick={false}
    >
      <EndpointFields form={form} suggestions={suggestions} />
      {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
    </FormDialog>
  );
}

/** Asks before adding the endpoints that the names of several orders suggest. */
function AddSuggestedDialog({ orderIds }: { readonly orderIds: readonly string[] }) {
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
