import type { Form } from '#renderer/hooks/useForm.ts';
import { Button } from './Button.tsx';

interface SaveButtonsProps {
  readonly form: Pick<Form<unknown>, 'isDirty' | 'busy' | 'reset'>;
  readonly saveLabel: string;
  readonly discardLabel: string;
}

/** The foot of a form among others: both buttons work once something was changed. */
export function SaveButtons({ form, saveLabel, discardLabel }: SaveButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button variant="ghost" disabled={!form.isDirty} onClick={form.reset}>
        {discardLabel}
      </Button>
      <Button type="submit" variant="primary" busy={form.busy} disabled={!form.isDirty}>
        {saveLabel}
      </Button>
    </div>
  );
}
