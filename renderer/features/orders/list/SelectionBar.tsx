import { BellOff, Download, RefreshCw, Trash2, Waypoints, X } from 'lucide-react';
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
      className="absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 animate-fade items-center gap-1 rounded-xl bg-raised p-1.5 pl-3.5 shadow-pop"
    >
      <span className="mr-2 text-sm font-medium whitespace-nowrap tabular" role="status">
        {t('orders.selection.count', { count: ids.size })}
      </span>
      <Button size="sm" variant="ghost" icon={Download} onClick={() => exportOrders([...ids])}>
        {t('orders.action.export')}
      </Button>
      {hasPulled && (
        <Button size="sm" variant="ghost" icon={RefreshCw} onClick={() => syncOrders([...ids])}>
          {t('orders.action.sync')}
        </Button>
      )}
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={BellOff}>
            {t('orders.action.snooze')}
          </Button>
        }
      >
        <SnoozeItems ids={[...ids]} isSnoozed={isSnoozed} />
      </Menu>
      <Button
        size="sm"
        variant="ghost"
        icon={Waypoints}
        aria-label={t('places.bulk.open')}
        title={t('places.bulk.open')}
        onClick={() => openDialog({ kind: 'addSuggested', orderIds: [...ids] })}
      >
        {t('places.bulk.short')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={Trash2}
        onClick={() => {
          clear();
          void removeOrders([...ids]);
        }}
      >
        {t('orders.action.remove')}
      </Button>
      <IconButton icon={X} size="sm" label={t('orders.selection.clear')} onClick={clear} />
    </section>
  );
}
