import { useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { HookPane } from './HookPane.tsx';
import { ListeningPane } from './ListeningPane.tsx';
import { NewHook } from './NewHook.tsx';
import { ReceiverNav, type ReceiverPage } from './ReceiverNav.tsx';

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
  const [wanted, setWanted] = useState<ReceiverPage>(() => pageOf(dialog.hookId ?? hooks[0]?.id));
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guard = useUnsavedGuard(isUnsaved);
  const chosen = wanted.kind === 'hook' ? hooks.find(({ id }) => id === wanted.id) : undefined;
  // A hook that is gone, or not told of yet, gives way to the first one.
  const page: ReceiverPage = wanted.kind === 'hook' && chosen === undefined ? pageOf(hooks[0]?.id) : wanted;
  const hook = chosen ?? (page.kind === 'hook' ? hooks.find(({ id }) => id === page.id) : undefined);
  const key = page.kind === 'hook' ? page.id : page.kind;
  return (
    <Dialog
      open
      onClose={() => guard.attempt(closeDialog)}
      title={t('receiver.title')}
      size="lg"
      closeOnOutsideClick={false}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : undefined}
    >
      <div className="grid h-130 max-h-[calc(100vh-8.5rem)] grid-cols-[12.5rem_minmax(0,1fr)] gap-5">
        <ReceiverNav
          hooks={hooks}
          page={page}
          onChoose={(next) => {
            const nextKey = next.kind === 'hook' ? next.id : next.kind;
            if (nextKey !== key) guard.attempt(() => setWanted(next));
          }}
        />
        <div key={key} className="min-h-0 overflow-y-auto border-l border-line p-0.5 pl-5">
          {page.kind === 'listening' && <ListeningPane onUnsavedChange={setIsUnsaved} />}
          {page.kind === 'new' && (
            <NewHook onAdded={(id) => setWanted(pageOf(id))} onUnsavedChange={setIsUnsaved} />
          )}
          {hook !== undefined && (
            <HookPane
              hook={hook}
              onUnsavedChange={setIsUnsaved}
              onShowListening={() => guard.attempt(() => setWanted({ kind: 'listening' }))}
              onRemoved={() => setWanted(pageOf(hooks.find(({ id }) => id !== hook.id)?.id))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function pageOf(hookId: string | undefined): ReceiverPage {
  return hookId === undefined ? { kind: 'new' } : { kind: 'hook', id: hookId };
}
