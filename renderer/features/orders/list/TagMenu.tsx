import { AlarmClock, ListFilter } from 'lucide-react';
import { MenuItem } from '#renderer/components/Menu.tsx';
import { RowMenuLayer } from '#renderer/components/RowMenuLayer.tsx';
import type { OpenRowMenu } from '#renderer/hooks/useRowMenu.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { changeFilter, openDialog } from '#renderer/stores/viewStore.ts';
import { hasTag } from '../tags/commonTags.ts';

interface TagMenuProps {
  /** Its id is that of the heading. */
  readonly menu: OpenRowMenu;
  readonly tag: string;
  readonly onClose: () => void;
}

/** What can be done with a tag, at the heading of its group. */
export function TagMenu({ menu, tag, onClose }: TagMenuProps) {
  const t = useT();
  const setThresholds = () => {
    const rows = [...(currentApp()?.orders.values() ?? [])].filter((row) => hasTag(row, tag));
    openDialog({ kind: 'thresholds', orderIds: rows.map(({ id }) => id), tag });
  };
  return (
    <RowMenuLayer
      menu={menu}
      label={t('orders.list.more', { name: tag })}
      row={`[data-row-id="${CSS.escape(menu.id)}"]`}
      onClose={onClose}
    >
      <MenuItem icon={AlarmClock} onSelect={setThresholds}>
        {t('verbs.thresholds')}
      </MenuItem>
      <MenuItem icon={ListFilter} onSelect={() => changeFilter({ search: `tag:"${tag}"` })}>
        {t('orders.tags.showOnly')}
      </MenuItem>
    </RowMenuLayer>
  );
}
