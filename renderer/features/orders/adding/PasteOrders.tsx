import { type FormEvent, useId, useState } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import { ConnectionChoice, RidsField, SubmitRids } from './RidsField.tsx';
import { useAddOrders } from './useAddOrders.ts';

/** The box for rids in place of an empty list. It goes with the first order. */
export function PasteOrders() {
  const formId = useId();
  const form = useAddOrders();
  const connections = useApp((projection) => projection.connections);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const connection = connections.find(({ id }) => id === chosenId) ?? connections[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (connection !== undefined) void form.submit(connection.id);
  };
  return (
    <form id={formId} onSubmit={submit} className="flex w-140 max-w-full flex-col gap-3 text-left">
      {connection !== undefined && connections.length > 1 && (
        <ConnectionChoice connection={connection} onChoose={setChosenId} />
      )}
      <RidsField form={form} />
      <span className="flex justify-end">
        <SubmitRids form={form} formId={formId} disabled={connection === undefined} />
      </span>
    </form>
  );
}
