import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '#renderer/components/cx.ts';

interface FoldedSettingProps {
  readonly title: string;
  /** What is set, such as whether it is on. */
  readonly state?: string;
  /** Needs the user now. */
  readonly isUrgent?: boolean;
  readonly children: ReactNode;
}

/** A setting in a group that is one line until it is wanted. What was typed in it stays. */
export function FoldedSetting({ title, state, isUrgent = false, children }: FoldedSettingProps) {
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isUrgent;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of fields of the form around it.
    <div role="group" aria-label={title}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpened)}
        className="flex min-h-9 w-full items-center gap-1.5 px-4 py-1 text-left text-sm outline-offset-[-2px] hover:bg-hover"
      >
        <ChevronRight
          size={15}
          aria-hidden
          className={cx('-ml-1 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">{title}</span>{' '}
        {state !== undefined && <span className="shrink-0 text-xs text-muted">{state}</span>}
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
