import { ClipboardCopy, FileText } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import type { ReportFormat } from '#shared/domain/report.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** For a ticket, a spreadsheet and a program. */
const formats: readonly ReportFormat[] = ['markdown', 'csv', 'json'];

/** Copies or saves a report of all orders, without secrets. */
export function ReportMenu() {
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

/** Copies a report of all orders as Markdown, for a ticket. */
async function copyReport(t: Translate): Promise<void> {
  const result = await bridge().calls['report:copy']({ format: 'markdown' });
  if (!result.ok) return showFailure(result.error, t);
  showToast({ tone: 'success', title: t('places.report.copied'), text: t('places.report.copiedText') });
}

/** Saves a report of all orders in a file that the user chooses. Shows nothing when the dialog was cancelled. */
async function saveReport(format: ReportFormat, t: Translate): Promise<void> {
  const result = await bridge().calls['report:save']({ format });
  if (!result.ok) showFailure(result.error, t);
  else if (result.value !== null)
    showToast({ tone: 'success', title: t('places.report.saved', { name: result.value }) });
}

function showFailure(error: AppError, t: Translate): void {
  const { title, next } = describeError(error, t);
  const text = t('common.sentences', { first: `${title}.`, second: next });
  showToast({ tone: 'danger', title: t('places.report.failed'), text });
}
