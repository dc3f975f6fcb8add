import { ChevronDown, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ListGroup } from './listEntries.ts';

/** Pixels. */
export const GROUP_HEIGHT = 34;

interface GroupRowProps {
  readonly group: ListGroup;
  readonly isActive: boolean;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
  /** Shows or hides the orders of the group; `null`: they are always shown, because the list is filtered. */
  readonly onToggle: (() => void) | null;
}

/** The heading of a group, with the number of its orders. Arrow keys to the left and right hide and show these. */
export function GroupRow({
  group: { id, group, count, isCollapsed },
  isActive,
  index,
  top,
  onToggle,
}: GroupRowProps) {
  const t = useT();
  const rejected = useApp(({ connections }) =>
    group === 'attention' ? connections.filter(({ polling }) => polling.kind === 'rejected').length : 0,
  );
  const Chevron = isCollapsed ? ChevronRight : ChevronDown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (isCollapsed ? 'ArrowRight' : 'ArrowLeft') || onToggle === null) return;
    event.preventDefault();
    onToggle();
  };
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height: GROUP_HEIGHT, top }}
      className="absolute inset-x-0 block border-b border-line bg-canvas"
    >
      <th scope="rowgroup" className="block h-full font-normal">
        <button
          type="button"
          data-row-id={id}
          tabIndex={isActive ? 0 : -1}
          aria-expanded={!isCollapsed}
          aria-disabled={onToggle === null || undefined}
          onClick={onToggle ?? undefined}
          onKeyDown={onKeyDown}
          className="flex size-full items-center gap-1.5 px-4 text-left text-xs outline-offset-[-2px] enabled:hover:bg-hover"
        >
          <Chevron size={14} aria-hidden className="shrink-0 text-muted" />
          <span className="truncate font-semibold">
            {typeof group === 'string' ? t(`orders.group.${group}`) : group.tag}
          </span>{' '}
          <span className="shrink-0 text-muted tabular">{t('orders.group.count', { count })}</span>
          {rejected > 0 && (
            <span className="shrink-0 text-muted tabular">
              {t('orders.group.connections', { count: rejected })}
            </span>
          )}
        </button>
      </th>
    </tr>
  );
}
