import { type ReactNode, useEffect, useId } from 'react';
import type { Form } from '#renderer/hooks/useForm.ts';

interface StepFrameProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  readonly formProps: Form<unknown>['props'];
  /** Below the form, such as the connection test, which is a separate form. */
  readonly after?: ReactNode;
  /** The row of buttons, main action last. */
  readonly buttons: ReactNode;
}

/** One step: its heading, its form, its buttons. The first input takes the focus; the form is named by the heading. */
export function StepFrame({ title, text, children, formProps, after, buttons }: StepFrameProps) {
  const headingId = useId();
  const { ref } = formProps;
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [ref]);
  return (
    <section className="flex animate-fade flex-col gap-5">
      <div>
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm break-words text-muted">{text}</p>
      </div>
      <form {...formProps} aria-labelledby={headingId} className="flex flex-col gap-4">
        {children}
      </form>
      {after}
      <div className="flex items-center justify-end gap-2 border-t border-line pt-4">{buttons}</div>
    </section>
  );
}
