import { ClipboardCopy, FileText } from 'lucide-react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ReportFormat } from '#shared/domain/report.ts';
import { copyReport, saveReport } from './reportActions.ts';

/** As people need them: for a ticket, for a spreadsheet, for a program. */
const formats: readonly ReportFormat[] = ['markdown', 'csv', 'json'];

/** Takes all that is known out of the app, without secrets. */
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
