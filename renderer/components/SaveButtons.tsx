import type { Form } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { Button } from './Button.tsx';

interface SaveButtonsProps {
  readonly form: Pick<Form<unknown>, 'isDirty' | 'busy' | 'reset'>;
  /** Where its texts are. */
  readonly texts: 'connections' | 'presets' | 'receiver.hook' | 'receiver.listening';
  /** Nothing is stored yet: there is nothing to return to, and all of it can be saved. */
  readonly isNew?: boolean;
}

/** The foot of a form among others: both buttons work once something was changed. */
export function SaveButtons({ form, texts, isNew = false }: SaveButtonsProps) {
  const t = useT();
  return (
    <div className="sticky bottom-0 flex justify-end gap-2 bg-surface py-2">
      {!isNew && (
        <Button variant="ghost" disabled={!form.isDirty} onClick={form.reset}>
          {t(`${texts}.discard`)}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={form.busy} disabled={!isNew && !form.isDirty}>
        {t(`${texts}.save`)}
      </Button>
    </div>
  );
}
