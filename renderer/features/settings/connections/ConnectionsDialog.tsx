import { useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { ConnectionPane } from './ConnectionPane.tsx';
import { NewConnection } from './NewConnection.tsx';

/** The dialog for connections: all of them beside the one that is looked at. */
export function ConnectionsDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'connections' ? <OpenDialog dialog={dialog} /> : null;
}

interface OpenDialogProps {
  readonly dialog: Extract<DialogState, { readonly kind: 'connections' }>;
}

function OpenDialog({ dialog }: OpenDialogProps) {
  const t = useT();
  const connections = useApp((projection) => projection.connections);
  const [chosenId, setChosenId] = useState(dialog.connectionId ?? connections[0]?.id ?? null);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guard = useUnsavedGuard(isUnsaved);
  const chosen = connections.find(({ id }) => id === chosenId);
  return (
    <Dialog
      open
      onClose={() => guard.attempt(closeDialog)}
      title={t('connections.title')}
      size="lg"
      closeOnOutsideClick={false}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : undefined}
    >
      <div className="grid h-130 max-h-[calc(100vh-8.5rem)] grid-cols-[12.5rem_minmax(0,1fr)] gap-5">
        <ConnectionList
          connections={connections}
          chosenId={chosen?.id ?? null}
          onChoose={(id) => {
            if (id !== (chosen?.id ?? null)) guard.attempt(() => setChosenId(id));
          }}
        />
        <div key={chosen?.id} className="min-h-0 overflow-y-auto border-l border-line p-0.5 pl-5">
          {chosen === undefined ? (
            <NewConnection onAdded={setChosenId} onUnsavedChange={setIsUnsaved} />
          ) : (
            <ConnectionPane
              connection={chosen}
              entersToken={dialog.entersToken === true && chosen.id === dialog.connectionId}
              onUnsavedChange={setIsUnsaved}
              onRemoved={() => {
                const left = connections.find(({ id }) => id !== chosen.id);
                if (left === undefined) closeDialog();
                else setChosenId(left.id);
              }}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
