import {
  CircleQuestionMark,
  ClipboardCopy,
  FileText,
  Plug,
  Plus,
  RefreshCw,
  Settings,
  Webhook,
} from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { orderTotal } from '#renderer/stores/mirror.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { showFailure, showToast } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ReportFormat } from '#shared/domain/report.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { Summary } from './Summary.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** The name, the state of everything in one sentence, and the way to everything else. */
export function Header({ counts }: { readonly counts: Readonly<Record<OrderStatus, number>> }) {
  const t = useT();
  const total = useApp(orderTotal);
  const hasConnections = useApp((app) => app.connections.length > 0);
  const asked = useApp((app) => app.polling.size);
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <h1 className="text-md leading-5 font-semibold">{t('common.appName')}</h1>
          <ViewTabs />
        </div>
        <Summary counts={counts} total={total} />
      </div>
      <Button
        icon={RefreshCw}
        busy={asked > 0}
        disabled={total === 0 || !hasConnections}
        onClick={() => syncOrders(null)}
        className="tabular"
      >
        {asked > 0 ? t('orders.header.syncing', { count: asked }) : t('orders.header.syncNow')}
      </Button>
      <Button
        variant="primary"
        icon={Plus}
        disabled={!hasConnections}
        onClick={() => openDialog({ kind: 'addOrders', connectionId: null })}
      >
        {t('orders.header.add')}
      </Button>
      <span className="flex">
        <IconButton
          icon={Plug}
          label={t('orders.header.connections')}
          onClick={() => openDialog({ kind: 'connections', connectionId: null })}
        />
        <ReceiverButton />
        {total > 0 && <ReportMenu />}
        <IconButton
          icon={Settings}
          label={t('orders.header.settings')}
          onClick={() => openSettings('general')}
        />
        <HelpButton />
      </span>
    </header>
  );
}

/** For a ticket, a spreadsheet and a program. */
const formats: readonly ReportFormat[] = ['markdown', 'csv', 'json'];

/** Copies or saves a report of all orders, without secrets. */
function ReportMenu() {
  const t = useT();
  return (
    <Menu trigger={<IconButton icon={FileText} label={t('places.report.menu')} tooltip={false} />}>
      <MenuLabel>{t('places.report.about')}</MenuLabel>
      <MenuItem icon={ClipboardCopy} onSelect={() => void copyReport(t)}>
        {t('places.report.copy')}
      </MenuItem>
      <MenuSeparator />
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => void saveReport(format, t)}>
          {t(`places.report.save.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

async function copyReport(t: Translate): Promise<void> {
  const result = await bridge().calls['report:copy']({ format: 'markdown' });
  if (!result.ok) return showFailure(t('places.report.failed'), result.error);
  showToast({ tone: 'success', title: t('places.report.copied'), text: t('places.report.copiedText') });
}

/** Saves a report of all orders in a file that the user chooses. Shows nothing when the dialog was cancelled. */
async function saveReport(format: ReportFormat, t: Translate): Promise<void> {
  const result = await bridge().calls['report:save']({ format });
  if (!result.ok) showFailure(t('places.report.failed'), result.error);
  else if (result.value !== null)
    showToast({ tone: 'success', title: t('places.report.saved', { name: result.value }) });
}

export function ReceiverButton() {
  const t = useT();
  return (
    <IconButton
      icon={Webhook}
      label={t('inbox.nav.receiver')}
      onClick={() => openDialog({ kind: 'receiver', hookId: null })}
    />
  );
}

export function HelpButton() {
  const t = useT();
  return (
    <IconButton
      icon={CircleQuestionMark}
      label={t('help.open')}
      onClick={() => openDialog({ kind: 'help' })}
    />
  );
}
