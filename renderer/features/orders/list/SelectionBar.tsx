import { BellOff, Download, RefreshCw, Tag, Trash2, Waypoints, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { SnoozeItems } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { openDialog, select } from '#renderer/stores/viewStore.ts';
import { exportOrders, removeOrders, syncOrders } from './orderActions.ts';

/** The actions on the selected orders. Floats over the end of the list. */
export function SelectionBar({ ids }: { readonly ids: ReadonlySet<string> }) {
  const t = useT();
  const isSnoozed = useApp(({ orders }) => [...ids].some((id) => orders.get(id)?.snooze != null));
  const hasPulled = useApp(({ orders }) => [...ids].some((id) => orders.get(id)?.source.kind === 'pull'));
  if (ids.size === 0) return null;
  const clear = () => select(emptySelection);
  return (
    <section
      aria-label={t('orders.selection.label')}
      className="absolute inset-x-2 bottom-4 z-20 mx-auto flex w-fit animate-fade flex-wrap items-center gap-1 rounded-xl bg-raised p-1.5 pl-3.5 shadow-pop max-[600px]:gap-0"
    >
      <span className="mr-2 text-sm font-medium whitespace-nowrap tabular" role="status">
        {t('orders.selection.count', { count: ids.size })}
      </span>
      <BarButton icon={Download} label={t('orders.action.export')} onClick={() => exportOrders([...ids])} />
      {hasPulled && (
        <BarButton icon={RefreshCw} label={t('orders.action.sync')} onClick={() => syncOrders([...ids])} />
      )}
      <Menu trigger={<BarButton icon={BellOff} label={t('orders.action.snooze')} />}>
        <SnoozeItems ids={[...ids]} isSnoozed={isSnoozed} />
      </Menu>
      <BarButton
        icon={Tag}
        label={t('orders.tags.short')}
        name={t('orders.tags.open')}
        onClick={() => openDialog({ kind: 'tags', orderIds: [...ids] })}
      />
      <BarButton
        icon={Waypoints}
        label={t('places.bulk.short')}
        name={t('places.bulk.open')}
        onClick={() => openDialog({ kind: 'addSuggested', orderIds: [...ids] })}
      />
      <BarButton
        icon={Trash2}
        label={t('orders.action.remove')}
        onClick={() => {
          if (removeOrders([...ids])) clear();
        }}
      />
      <IconButton icon={X} size="sm" label={t('orders.selection.clear')} onClick={clear} />
    </section>
  );
}

interface BarButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly label: string;
  /** The full name, where the label is a short one. */
  readonly name?: string;
}

/** A button whose words are only for screen readers and its tooltip where the window is narrow. */
function BarButton({ label, name, ...button }: BarButtonProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={name} title={name ?? label} {...button}>
      <span className="max-[600px]:sr-only">{label}</span>
    </Button>
  );
}
