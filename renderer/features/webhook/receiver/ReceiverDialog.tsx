import { Antenna, Plus } from 'lucide-react';
import { useState } from 'react';
import { MasterDetailDialog } from '#renderer/components/MasterDetailDialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ReceiverState } from '#shared/domain/receiver.ts';
import { HookPane } from './HookPane.tsx';
import { ListeningPane } from './ListeningPane.tsx';
import { NewHook } from './NewHook.tsx';

const dots = {
  off: 'bg-gray',
  starting: 'bg-amber',
  listening: 'bg-green',
  failed: 'bg-danger',
} as const satisfies Record<ReceiverState['kind'], string>;

/** The dialog for receiving deliveries: the hooks, and how the receiver listens. */
export function ReceiverDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'receiver' ? <OpenDialog dialog={dialog} /> : null;
}

interface OpenDialogProps {
  readonly dialog: Extract<DialogState, { readonly kind: 'receiver' }>;
}

function OpenDialog({ dialog }: OpenDialogProps) {
  const t = useT();
  const hooks = useApp((app) => app.receiver.hooks);
  const state = useApp((app) => app.receiver.state.kind);
  /** The id of a hook, `new` or `listening`. */
  const [wanted, setWanted] = useState(dialog.hookId ?? hooks[0]?.id ?? 'new');
  const isPage = wanted === 'new' || wanted === 'listening';
  // A hook that was removed, or that main's state does not have yet, gives way to the first one.
  const hook = isPage ? undefined : (hooks.find(({ id }) => id === wanted) ?? hooks[0]);
  const chosenId = hook?.id ?? (isPage ? wanted : 'new');
  return (
    <MasterDetailDialog
      title={t('receiver.title')}
      onClose={closeDialog}
      label={t('receiver.nav.label')}
      groups={[
        {
          label: t('receiver.hook.list'),
          items: hooks.map(({ id, name, path, enabled }) => ({
            id,
            title: name,
            detail: {
              text: path,
              dot: enabled ? dots[state] : dots.off,
              state: t(enabled ? 'receiver.nav.on' : 'receiver.nav.off'),
            },
          })),
        },
      ]}
      pages={[
        { id: 'new', icon: Plus, text: t('receiver.hook.add') },
        { id: 'listening', icon: Antenna, text: t('receiver.nav.listening'), isLast: true },
      ]}
      chosenId={chosenId}
      onChoose={setWanted}
    >
      {chosenId === 'listening' && <ListeningPane />}
      {chosenId === 'new' && <NewHook onAdded={setWanted} />}
      {hook !== undefined && (
        <HookPane
          hook={hook}
          onShowListening={() => setWanted('listening')}
          onRemoved={() => setWanted(hooks.find(({ id }) => id !== hook.id)?.id ?? 'new')}
        />
      )}
    </MasterDetailDialog>
  );
}
