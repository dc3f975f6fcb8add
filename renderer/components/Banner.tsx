import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Tone, tones } from '#renderer/styles/tone.ts';
import { cx } from './cx.ts';

interface BannerProps {
  readonly tone: Tone;
  /** Default: that of the tone. */
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

const icons: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

/** A message that is shown while it applies. `danger` is announced at once, the others politely. */
export function Banner({ tone, icon: Icon = icons[tone], title, children, actions }: BannerProps) {
  const { ink, soft } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-start gap-2.5 rounded-lg px-3 py-2 forced-colors:border', soft)}
    >
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words text-ink">{title}</p>
        {children !== undefined && <div className="text-xs break-words text-ink/85">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
