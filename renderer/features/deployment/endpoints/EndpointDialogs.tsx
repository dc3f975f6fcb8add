import { useMemo } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { EndpointDialogState } from '#renderer/stores/dialog.ts';
import { closeAfter, closeDialog, useClosedWhen, useViewStore } from '#renderer/stores/viewStore.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import { AddSuggestedDialog } from './AddSuggestedDialog.tsx';
import { EndpointFields } from './EndpointFields.tsx';
import { checkEndpoint, draftOf, newDraft } from './endpointDraft.ts';
import { openSuggestions } from './suggestions.ts';

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
