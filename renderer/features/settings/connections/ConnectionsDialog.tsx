import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MasterDetailDialog } from '#renderer/components/MasterDetailDialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import { ConnectionPane } from './ConnectionPane.tsx';
import { hostOf } from './connectionDraft.ts';
import { NewConnection } from './NewConnection.tsx';

const dots = {
  active: 'bg-green',
  rejected: 'bg-danger',
  probing: 'bg-amber',
  waitingForToken: 'bg-gray',
} as const satisfies Record<PollingState['kind'], string>;

/** The dialog for connections: all of them beside the chosen one. */
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
  const [wantedId, setWantedId] = useState(dialog.connectionId ?? connections[0]?.id ?? 'new');
  const chosen = connections.find(({ id }) => id === wantedId);
  return (
    <MasterDetailDialog
      title={t('connections.title')}
      onClose={closeDialog}
      label={t('connections.list')}
      groups={[
        {
          items: connections.map(({ id, name, baseUrl, polling: { kind } }) => ({
            id,
            title: name,
            detail: { text: hostOf(baseUrl), dot: dots[kind], state: t(`connections.polling.${kind}`) },
          })),
        },
      ]}
      pages={[{ id: 'new', icon: Plus, text: t('connections.addConnection') }]}
      chosenId={chosen?.id ?? 'new'}
      onChoose={setWantedId}
    >
      {chosen === undefined ? (
        <NewConnection onAdded={setWantedId} />
      ) : (
        <ConnectionPane
          connection={chosen}
          entersToken={dialog.entersToken === true && chosen.id === dialog.connectionId}
          onRemoved={() => {
            const left = connections.find(({ id }) => id !== chosen.id);
            if (left === undefined) closeDialog();
            else setWantedId(left.id);
          }}
        />
      )}
    </MasterDetailDialog>
  );
}
