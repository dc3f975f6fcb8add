import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-gray-soft text-muted">
        <Icon size={22} aria-hidden />
      </span>
      <div className="flex max-w-100 flex-col gap-1">
        <h2 className="text-md font-semibold">{title}</h2>
        {children !== undefined && <div className="text-sm text-muted">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
