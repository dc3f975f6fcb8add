import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { refreshCopy, restoreCopy } from './copyActions.ts';
import { useCopyWork } from './useCopyWork.ts';

interface OverwriteDialogProps {
  readonly copy: CopyBundleView;
  /** The action that would overwrite them. */
  readonly by: 'refresh' | 'putBack';
}

const actions = { refresh: refreshCopy, putBack: restoreCopy } as const;

/** Asks before overwriting files that another program or person has changed. */
export function OverwriteDialog({ copy, by }: OverwriteDialogProps) {
  const t = useT();
  const { agreed, begin } = useCopyWork(copy);
  return (
    <ConfirmDialog
      title={t(`copies.overwrite.${by}.title`)}
      confirmLabel={t(`copies.overwrite.${by}.confirm`)}
      variant="danger"
      busy={agreed !== null}
      onConfirm={() => void begin((known) => actions[by](known, true))}
      onClose={closeDialog}
    >
      <p>{t(`copies.overwrite.${by}.text`, { folder: copy.folder })}</p>
    </ConfirmDialog>
  );
}
