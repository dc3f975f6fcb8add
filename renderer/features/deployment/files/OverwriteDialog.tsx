import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { refreshCopy } from './copyActions.ts';
import { putBackCopy } from './putBack.ts';
import { useCopyWork } from './useCopyWork.ts';

interface OverwriteDialogProps {
  readonly copy: CopyBundleView;
  /** What would write over them. */
  readonly by: 'refresh' | 'putBack';
}

const actions = { refresh: refreshCopy, putBack: putBackCopy } as const;

/** Asks before files that another hand changed are written over. */
export function OverwriteDialog({ copy, by }: OverwriteDialogProps) {
  const t = useT();
  const { agreed, begin } = useCopyWork(copy);
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="sm"
      title={t(`copies.overwrite.${by}.title`)}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="danger"
            busy={agreed !== null}
            onClick={() => void begin((known) => actions[by](known, true))}
          >
            {t(`copies.overwrite.${by}.confirm`)}
          </Button>
        </>
      }
    >
      <p className="text-sm wrap-anywhere">{t(`copies.overwrite.${by}.text`, { folder: copy.folder })}</p>
    </Dialog>
  );
}
