import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';

interface StepFrameProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  readonly formId: string;
  readonly onSubmit: () => void;
  /** What stands under the form and is no part of it, such as a test with a form of its own. */
  readonly after?: ReactNode;
  /** The row of buttons, main action last. */
  readonly buttons: ReactNode;
}

/** One step: its heading, its form, its buttons. The first input takes the focus; the form is named by the heading. */
export function StepFrame({ title, text, children, formId, onSubmit, after, buttons }: StepFrameProps) {
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    focusFirstInvalid(form.current);
  };
  return (
    <section className="flex animate-fade flex-col gap-5">
      <div>
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm break-words text-muted">{text}</p>
      </div>
      <form
        ref={form}
        id={formId}
        aria-labelledby={headingId}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
      {after}
      <div className="flex items-center justify-end gap-2 border-t border-line pt-4">{buttons}</div>
    </section>
  );
}
