import { ClipboardCopy, Download, FileText } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { exportOrders } from '#renderer/features/orders/list/orderActions.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { allOrders, useApp } from '#renderer/stores/appStore.ts';
import { orderTotal } from '#renderer/stores/mirror.ts';
import { showToast, told } from '#renderer/stores/toastStore.ts';
import type { ReportFormat } from '#shared/domain/report.ts';

/** For a ticket, a spreadsheet and a program. */
export const formats: readonly ReportFormat[] = ['markdown', 'csv', 'json'];

/** The export of all orders, and the report of all orders, without secrets. */
export function ExportMenuItems() {
  const t = useT();
  const count = useApp(orderTotal);
  return (
    <>
      <MenuItem icon={Download} onSelect={() => void exportAll()}>
        {t('orders.header.exportAll', { count })}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{t('places.report.about')}</MenuLabel>
      <MenuItem icon={ClipboardCopy} onSelect={() => void copyReport()}>
        {t('places.report.copy')}
      </MenuItem>
      {formats.map((format) => (
        <MenuItem key={format} icon={FileText} onSelect={() => void saveReport(format)}>
          {t(`places.report.save.${format}`)}
        </MenuItem>
      ))}
    </>
  );
}

/** Opens the export of all orders. */
export async function exportAll(): Promise<void> {
  exportOrders((await allOrders()).map(({ id }) => id));
}

/** Copies the report of all orders. */
export async function copyReport(): Promise<void> {
  await told(bridge().calls['report:copy']({ format: 'markdown' }), 'places.report.failed', (_, t) =>
    showToast({ tone: 'success', title: t('places.report.copied'), text: t('places.report.copiedText') }),
  );
}

/** Saves a report of all orders in a file that the user chooses. Shows nothing when the dialog was cancelled. */
export async function saveReport(format: ReportFormat): Promise<void> {
  await told(bridge().calls['report:save']({ format }), 'places.report.failed', (name, t) => {
    if (name !== null) showToast({ tone: 'success', title: t('places.report.saved', { name }) });
  });
}
