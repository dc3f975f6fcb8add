import { ChevronDown } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { later } from './lazyParts.ts';

const ExportMenuItems = lazyPart(
  async () => (await later()).ExportMenuItems,
  () => undefined,
);

/** The menu that exports all orders, or a report of them. Each order and each selection has its own button. */
export function ExportControl() {
  const t = useT();
  return (
    <Menu
      trigger={
        <Button aria-label={t('orders.header.exportMenu')} className="pr-2">
          {t('orders.header.exportMenu')}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <ExportMenuItems />
    </Menu>
  );
}
