import { ChevronDown, Download } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { exportOrders } from '#renderer/features/orders/list/orderActions.ts';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';

const ExportMenuItems = lazyPart(
  async () => (await import('./laterParts.ts')).ExportMenuItems,
  () => undefined,
);

/** Exports what is selected or open: the one button in full colour, once there is something. Its menu has the report. */
export function ExportControl() {
  const t = useT();
  const selected = useViewStore(({ view, selection }) => (view === 'orders' ? selection.ids : null));
  const openId = useViewStore(({ view, openOrderId }) => (view === 'inbox' ? null : openOrderId));
  const ids = selected !== null && selected.size > 0 ? [...selected] : openId === null ? [] : [openId];
  const hasOrders = ids.length > 0;
  return (
    <span className="inline-flex">
      {hasOrders && (
        <Button
          variant="primary"
          icon={Download}
          onClick={() => exportOrders(ids)}
          className="rounded-r-none border-r border-surface tabular"
        >
          {t('orders.header.export', { count: ids.length })}
        </Button>
      )}
      <Menu
        trigger={
          hasOrders ? (
            <Button
              variant="primary"
              icon={ChevronDown}
              aria-label={t('orders.header.exportMenu')}
              className="rounded-l-none px-1.5"
            />
          ) : (
            <Button aria-label={t('orders.header.exportMenu')} className="pr-2">
              {t('orders.header.exportMenu')}
              <ChevronDown size={14} aria-hidden />
            </Button>
          )
        }
      >
        <ExportMenuItems />
      </Menu>
    </span>
  );
}
