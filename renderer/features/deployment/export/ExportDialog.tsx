import { useState } from 'react';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState } from '#renderer/stores/dialog.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { ExportIndicator } from './ExportIndicator.tsx';
import { useNewExport } from './useNewExport.tsx';
import { useRunningExport } from './useRunningExport.tsx';

/** The dialog for exports. It mirrors main's one job, which may have been under way before the dialog was opened. */
export function ExportDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'export' ? <OpenDialog dialog={dialog} /> : <ExportIndicator />;
}

function OpenDialog({ dialog }: { readonly dialog: ExportDialogState }) {
  const job = useApp((projection) => projection.exportJob);
  const [jobBefore] = useState(job);
  const newExport = useNewExport(dialog);
  const running = useRunningExport(job, jobBefore?.id === job?.id ? dialog.orderIds : []);
  const { title, description, body, buttons, closesLightly, onClose } = running ?? newExport;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={title}
      {...(description === undefined ? {} : { description })}
      closeOnOutsideClick={closesLightly}
      footer={buttons}
    >
      <div className="h-130 max-h-[calc(100vh-12rem)]">{body}</div>
    </Dialog>
  );
}
