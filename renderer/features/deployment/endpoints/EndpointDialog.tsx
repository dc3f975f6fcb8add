import { useMemo } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormDialog } from '#renderer/components/FormDialog.tsx';
import { inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import { EndpointFields } from './EndpointFields.tsx';
import { checkEndpoint, draftOf, newDraft } from './endpointDraft.ts';
import { openSuggestions } from './suggestions.ts';

interface EndpointDialogProps {
  readonly order: OrderRow;
  /** The endpoint to edit; `null` for a new one. */
  readonly endpoint: EndpointView | null;
  /** The initial address of a new endpoint. */
  readonly text: string;
}

/** The form for an endpoint of an order. */
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
    send: async (fields): Promise<Result<unknown>> => {
      const { calls } = bridge();
      const { dialog } = useViewStore.getState();
      const result =
        endpoint === null
          ? await calls['endpoints:add']({ orderId: order.id, ...fields })
          : await calls['endpoints:update']({ id: endpoint.id, ...fields });
      if (result.ok) closeThis(dialog);
      return result;
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
