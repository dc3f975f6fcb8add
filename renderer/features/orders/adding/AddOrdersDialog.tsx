import { type FormEvent, useId, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { hostOf } from '#renderer/features/settings/connections/connectionDraft.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { AddedOrders } from './AddedOrders.tsx';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { RidsField, SubmitRids } from './RidsField.tsx';
import { useAddOrders } from './useAddOrders.ts';

export function AddOrdersDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'addOrders' ? <OpenDialog initialId={dialog.connectionId} /> : null;
}

function OpenDialog({ initialId }: { readonly initialId: string | null }) {
  const t = useT();
  const formId = useId();
  const form = useAddOrders();
  const connections = useApp((projection) => projection.connections);
  const [chosenId, setChosenId] = useState(initialId);
  const connection = connections.find(({ id }) => id === chosenId) ?? connections[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (connection !== undefined) void form.submit(connection.id);
  };
  const footer =
    form.report === null ? (
      <>
        <Button onClick={closeDialog}>{t('common.cancel')}</Button>
        <SubmitRids form={form} formId={formId} disabled={connection === undefined} />
      </>
    ) : (
      <>
        <Button onClick={form.again}>{t('addOrders.addMore')}</Button>
        <Button variant="primary" onClick={closeDialog}>
          {t('common.done')}
        </Button>
      </>
    );
  return (
    <Dialog
      onClose={closeDialog}
      isUnsaved={!form.isEmpty && form.report === null}
      title={t('addOrders.title')}
      description={t('addOrders.description')}
      closeOnOutsideClick={form.isEmpty || form.report !== null}
      footer={footer}
    >
      {form.report !== null && connection !== undefined ? (
        <AddedOrders report={form.report} host={hostOf(connection.baseUrl)} />
      ) : (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          {connection === undefined ? (
            <p className="flex items-center gap-3 text-sm">
              {t('addOrders.noConnection')}
              <Button
                onClick={() => {
                  closeDialog();
                  openSettings('connections');
                }}
              >
                {t('connections.addConnection')}
              </Button>
            </p>
          ) : (
            <ConnectionChoice connection={connection} onChoose={setChosenId} />
          )}
          <RidsField form={form} />
        </form>
      )}
    </Dialog>
  );
}
