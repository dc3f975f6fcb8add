import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { type Tone, tones } from '#renderer/styles/tone.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

export interface ToastContent {
  readonly tone: Tone;
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What main calls what its action undoes, if Ctrl+Z undoes it, too. */
  readonly undoKey?: string;
}

export interface Toast extends ToastContent {
  readonly id: number;
}

const SHOWN_MS = 6000;
/** A toast with an action stays longer, as the action is not offered again. */
const SHOWN_WITH_ACTION_MS = 12_000;

interface ToasterProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: number) => void;
  /** How many other things float at the foot of the window: toasts appear above them. */
  readonly above: 0 | 1 | 2;
  /** Whether they appear in the upper corner of a wide window, away from buttons at the foot of a page. */
  readonly isUp: boolean;
}

const bottoms = ['bottom-4', 'bottom-18', 'bottom-34'] as const;

/**
 * Toasts at the foot of the window, or in its upper corner. They stay while the pointer or the focus is on them. Escape is
 * left to the window.
 */
export function Toaster({ toasts, onDismiss, above, isUp }: ToasterProps) {
  const t = useT();
  const [held, setHeld] = useState(false);
  const section = useRef<HTMLElement>(null);
  const count = toasts.length;
  // No event says that the pointer or the focus has left when the toast that had it is removed.
  useEffect(() => {
    if (count === 0 || !section.current?.matches(':hover, :focus-within')) setHeld(false);
  }, [count]);
  return (
    <section
      ref={section}
      aria-label={t('orders.toasts')}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-none fixed inset-x-4 z-50 mx-auto flex max-w-100 flex-col gap-2',
        bottoms[above],
        isUp && 'min-[860px]:top-4 min-[860px]:bottom-auto min-[860px]:left-auto',
      )}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onDismiss={onDismiss} />
      ))}
    </section>
  );
}

interface ToastCardProps extends Pick<ToasterProps, 'onDismiss'> {
  readonly toast: Toast;
  readonly held: boolean;
}

function ToastCard({ toast, held, onDismiss }: ToastCardProps) {
  const t = useT();
  const { id, tone, title, text, action } = toast;
  const shownMs = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onDismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, id, shownMs, onDismiss]);
  return (
    <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3 shadow-pop">
      <span aria-hidden className={cx('h-8 w-1 shrink-0 rounded-full', tones[tone].fill)} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 text-sm font-medium wrap-anywhere">{title}</p>
        {text !== undefined && <p className="text-xs break-words text-muted">{text}</p>}
      </div>
      {action !== undefined && (
        <Button
          size="sm"
          onClick={() => {
            onDismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="sm"
        icon={X}
        label={t('common.close')}
        tooltip={false}
        onClick={() => onDismiss(id)}
      />
    </div>
  );
}
