import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import { Button } from './Button.tsx';

interface FormFooterProps {
  /** Id of the form that is sent. */
  readonly formId: string;
  readonly busy: boolean;
  /** There is nothing to send. */
  readonly disabled?: boolean;
  /** What sending is called. */
  readonly label: string;
}

/** The buttons below a form in a dialog: leaving it, and sending it. */
export function FormFooter({ formId, busy, disabled = false, label }: FormFooterProps) {
  const t = useT();
  return (
    <>
      <Button onClick={closeDialog}>{t('common.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" busy={busy} disabled={disabled}>
        {label}
      </Button>
    </>
  );
}
