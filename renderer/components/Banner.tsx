import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#renderer/styles/tone.ts';
import { cx } from './cx.ts';

interface BannerProps {
  readonly tone: Tone;
  /** In the place of the tone's own. */
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  /** More words under the title: what follows from it, what to do. */
  readonly children?: ReactNode;
  /** Buttons at the end. */
  readonly actions?: ReactNode;
}

const looks = {
  neutral: { icon: Info, box: 'bg-gray-soft', mark: 'text-gray' },
  info: { icon: Info, box: 'bg-blue-soft', mark: 'text-blue' },
  success: { icon: CircleCheck, box: 'bg-green-soft', mark: 'text-green' },
  warning: { icon: TriangleAlert, box: 'bg-amber-soft', mark: 'text-amber' },
  danger: { icon: CircleAlert, box: 'bg-danger-soft', mark: 'text-danger' },
} as const satisfies Record<Tone, unknown>;

/** A message that is shown while it applies. `danger` is announced at once, the others politely. */
export function Banner({ tone, icon, title, children, actions }: BannerProps) {
  const { box, mark } = looks[tone];
  const Icon = icon ?? looks[tone].icon;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-lg px-3 py-2', box)}
    >
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words text-ink">{title}</p>
        {children !== undefined && <div className="text-xs break-words text-ink/85">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}
