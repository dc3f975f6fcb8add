import { useId } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { ConnectionChoice, RidsField, SubmitRids } from './RidsField.tsx';
import { useAddOrders } from './useAddOrders.ts';

/** The box for rids in place of an empty list. It goes with the first order. */
export function PasteOrders() {
  const formId = useId();
  const form = useAddOrders(null);
  const hasChoice = useApp((projection) => projection.connections.length > 1);
  return (
    <form id={formId} onSubmit={form.submit} className="flex w-140 max-w-full flex-col gap-3 text-left">
      {hasChoice && <ConnectionChoice form={form} />}
      <RidsField form={form} />
      <span className="flex justify-end">
        <SubmitRids form={form} formId={formId} />
      </span>
    </form>
  );
}
