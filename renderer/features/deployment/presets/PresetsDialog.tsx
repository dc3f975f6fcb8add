import { useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { UnsavedQuestion } from '#renderer/components/UnsavedQuestion.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useUnsavedGuard } from '#renderer/hooks/useUnsavedGuard.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { DialogState, ExportDialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { BuiltinPane } from './BuiltinPane.tsx';
import { PresetForm } from './PresetForm.tsx';
import { PresetsNav } from './PresetsNav.tsx';
import { RemovePreset } from './RemovePreset.tsx';
import { useExample } from './useExample.ts';

/** The dialog for presets: those that come with the app, and own ones. */
export function PresetsDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'presets' ? <OpenDialog dialog={dialog} /> : null;
}

/** What is shown beside the list. `start`: the preset that a new one begins with. */
type PresetPage =
  | { readonly kind: 'preset'; readonly id: string }
  | { readonly kind: 'new'; readonly start: ExportPreset | null };

interface OpenDialogProps {
  readonly dialog: Extract<DialogState, { readonly kind: 'presets' }>;
}

function OpenDialog({ dialog }: OpenDialogProps) {
  const t = useT();
  const presets = useApp((app) => app.presets);
  const [page, setPage] = useState<PresetPage>({ kind: 'preset', id: dialog.presetId });
  const [returnTo, setReturnTo] = useState(dialog.returnTo);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guard = useUnsavedGuard(isUnsaved);
  const example = useExample(returnTo?.orderIds ?? []);
  // A preset that is gone, or not told of yet, gives way to the first one.
  const chosen =
    page.kind === 'preset' ? (presets.find(({ id }) => id === page.id) ?? presets[0]) : undefined;
  const leave = () => (returnTo === null ? closeDialog() : openDialog(returnTo));
  const saved = (preset: ExportPreset) => {
    setIsUnsaved(false);
    setPage({ kind: 'preset', id: preset.id });
    setReturnTo(withPreset(returnTo, preset.id));
  };
  const key = page.kind === 'new' ? `new ${page.start?.id ?? ''}` : (chosen?.id ?? '');
  return (
    <Dialog
      open
      onClose={() => guard.attempt(leave)}
      title={t('presets.title')}
      size="lg"
      closeOnOutsideClick={false}
      footer={guard.isAsking ? <UnsavedQuestion guard={guard} /> : undefined}
    >
      <div className="grid h-130 max-h-[calc(100vh-8.5rem)] grid-cols-[12.5rem_minmax(0,1fr)] gap-5">
        <PresetsNav
          presets={presets}
          chosenId={chosen?.id ?? null}
          onChoose={(id) => {
            if (id !== chosen?.id) guard.attempt(() => setPage({ kind: 'preset', id }));
          }}
          onNew={() => {
            if (page.kind !== 'new') guard.attempt(() => setPage({ kind: 'new', start: null }));
          }}
        />
        <div key={key} className="min-h-0 overflow-y-auto border-l border-line p-0.5 pl-5">
          {page.kind === 'new' && (
            <PresetForm
              preset={null}
              start={page.start}
              example={example}
              onSaved={saved}
              onUnsavedChange={setIsUnsaved}
            />
          )}
          {chosen !== undefined && chosen.name === null && (
            <BuiltinPane
              preset={chosen}
              example={example}
              onUseAsStart={() => setPage({ kind: 'new', start: chosen })}
            />
          )}
          {chosen !== undefined && chosen.name !== null && (
            <div className="flex flex-col gap-5">
              <PresetForm
                preset={chosen}
                start={null}
                example={example}
                onSaved={saved}
                onUnsavedChange={setIsUnsaved}
              />
              <RemovePreset preset={chosen} onRemoved={() => setIsUnsaved(false)} />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The export comes back with the preset that was just made or changed. */
function withPreset(returnTo: ExportDialogState | null, presetId: string): ExportDialogState | null {
  return returnTo?.wishes === undefined
    ? returnTo
    : { ...returnTo, wishes: { ...returnTo.wishes, presetId } };
}
