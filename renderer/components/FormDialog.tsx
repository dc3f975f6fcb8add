import type { ReactNode } from 'react';
import type { Form } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './Dialog.tsx';

interface FormDialogProps {
  readonly form: Pick<Form<unknown>, 'isDirty' | 'busy' | 'props'>;
  readonly title: string;
  readonly saveLabel: string;
  readonly isSaveDisabled?: boolean;
  readonly onClose: () => void;
  readonly closeOnOutsideClick?: boolean;
  readonly note?: ReactNode;
  /** Of the form, in place of the usual distance between fields. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A dialog that is one form, with Cancel and Save at its foot. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, saveLabel, isSaveDisabled, onClose, closeOnOutsideClick, note, children } = props;
  const t = useT();
  return (
    <Dialog
      onClose={onClose}
      title={title}
      isUnsaved={form.isDirty}
      closeOnOutsideClick={closeOnOutsideClick ?? true}
      footer={
        <>
          {note}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={form.props.id}
            variant="primary"
            busy={form.busy}
            disabled={isSaveDisabled}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <form {...form.props} className={cx('flex flex-col', props.className ?? 'gap-4')}>
        {children}
      </form>
    </Dialog>
  );
}
