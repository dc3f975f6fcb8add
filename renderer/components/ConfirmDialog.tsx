import type { ReactNode } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import type { AppError } from '#shared/errors.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** `danger`: what is confirmed cannot be taken back. */
  readonly variant: 'danger' | 'primary';
  readonly busy: boolean;
  readonly error?: AppError | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done. What cannot be taken back needs more than Enter: Cancel has the focus then. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, variant, busy, error = null, onConfirm, onClose, children } = props;
  const t = useT();
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={title}
      footer={
        <>
          <Button data-autofocus={variant === 'danger' || undefined} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            data-autofocus={variant === 'primary' || undefined}
            variant={variant}
            busy={busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm wrap-anywhere">
        {children}
        {error !== null && <ErrorBanner reveal error={error} />}
      </div>
    </Dialog>
  );
}
