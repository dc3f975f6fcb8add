import {
  ChevronDown,
  CircleQuestionMark,
  Menu as MenuIcon,
  Plug,
  Plus,
  RefreshCw,
  Settings,
} from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { SearchField } from '#renderer/features/orders/list/SearchField.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTotal } from '#renderer/stores/mirror.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { later } from './lazyParts.ts';
import { ViewTabs } from './ViewTabs.tsx';

/** The views, the search, and the actions that are not about one order. In two rows where the window is narrow. */
export function Header() {
  const t = useT();
  const total = useApp(orderTotal);
  const hasConnections = useApp((app) => app.connections.length > 0);
  const asked = useApp((app) => app.polling.size);
  const sync = t('orders.header.syncNow');
  return (
    <header className="@container shrink-0 border-b border-line bg-surface px-4">
      <div className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-2 py-2">
        <h1 className="mr-1 hidden text-md leading-5 font-semibold @min-[900px]:block">
          {t('common.appName')}
        </h1>
        <h1 className="sr-only @min-[900px]:hidden">{t('common.appName')}</h1>
        <ViewTabs />
        <div className="order-last flex basis-full @min-[700px]:order-none @min-[700px]:max-w-105 @min-[700px]:flex-1 @min-[700px]:basis-40">
          {total > 0 && <SearchField />}
        </div>
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1.5">
          <Button
            variant="ghost"
            icon={RefreshCw}
            busy={asked > 0}
            disabled={total === 0 || !hasConnections}
            aria-label={sync}
            // The label stays: a poll of the app's own must not move what the user is about to click.
            title={asked > 0 ? t('orders.header.syncing', { count: asked }) : sync}
            onClick={() => syncOrders(null)}
            className="max-[1000px]:px-2"
          >
            <span className="hidden @min-[1000px]:inline">{sync}</span>
          </Button>
          <Button
            icon={Plus}
            disabled={!hasConnections}
            aria-label={t('orders.header.add')}
            onClick={() => openDialog({ kind: 'addOrders', connectionId: null })}
          >
            <span className="hidden @min-[800px]:inline">{t('orders.header.add')}</span>
          </Button>
          {total > 0 && <ExportControl />}
          <MainMenu />
        </div>
      </div>
    </header>
  );
}

/** The way to everything that is not in the header itself. */
function MainMenu() {
  const t = useT();
  return (
    <Menu trigger={<IconButton icon={MenuIcon} label={t('orders.header.menu')} tooltip={false} />}>
      <MenuItem icon={Plug} onSelect={() => openSettings('connections')}>
        {t('orders.header.connections')}
      </MenuItem>
      <MenuItem icon={Settings} onSelect={() => openSettings('general')}>
        {t('orders.header.settings')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={CircleQuestionMark} onSelect={() => openSettings('about')}>
        {t('help.open')}
      </MenuItem>
    </Menu>
  );
}

export function HelpButton() {
  const t = useT();
  return (
    <IconButton icon={CircleQuestionMark} label={t('help.open')} onClick={() => openSettings('about')} />
  );
}

const ExportMenuItems = lazyPart(
  async () => (await later()).ExportMenuItems,
  () => undefined,
);

/** The menu that exports all orders, or a report of them. Each order and each selection has its own button. */
function ExportControl() {
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
