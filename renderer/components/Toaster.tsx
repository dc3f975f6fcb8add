import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { type Toast, useToastStore } from '#renderer/stores/toastStore.ts';
import type { Tone } from '#renderer/styles/tone.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

const SHOWN_MS = 6000;
/** A toast with a way back stays longer: it is the only chance to take it. */
const SHOWN_WITH_ACTION_MS = 12_000;

const marks: Readonly<Record<Tone, string>> = {
  neutral: 'bg-gray',
  info: 'bg-blue',
  success: 'bg-green',
  warning: 'bg-amber',
  danger: 'bg-danger',
};

interface ToasterProps {
  /** How many other things float at the foot of the window: messages appear over them. */
  readonly above: 0 | 1 | 2;
}

const bottoms = ['bottom-4', 'bottom-18', 'bottom-34'] as const;

/** The corner where passing messages appear. Time stands still while the pointer or the focus is on them. */
export function Toaster({ above }: ToasterProps) {
  const t = useT();
  const toasts = useToastStore((state) => state.toasts);
  const [held, setHeld] = useState(false);
  return (
    <section
      aria-label={t('orders.toasts')}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx('pointer-events-none fixed left-4 z-50 flex w-90 flex-col gap-2', bottoms[above])}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

function ToastCard({ toast, held }: { readonly toast: Toast; readonly held: boolean }) {
  const t = useT();
  const dismiss = useToastStore((state) => state.dismiss);
  const { id, tone, title, text, action } = toast;
  const shownMs = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, id, shownMs, dismiss]);
  return (
    <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3 shadow-pop">
      <span aria-hidden className={cx('h-8 w-1 shrink-0 rounded-full', marks[tone])} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 text-sm font-medium wrap-anywhere">{title}</p>
        {text !== undefined && <p className="text-xs break-words text-muted">{text}</p>}
      </div>
      {action !== undefined && (
        <Button
          size="sm"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="sm" icon={X} label={t('common.close')} tooltip={false} onClick={() => dismiss(id)} />
    </div>
  );
}
