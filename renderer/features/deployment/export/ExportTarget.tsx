import { FileArchive, FolderOpen } from 'lucide-react';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';

/** Where an export goes. */
export function ExportTarget({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const Icon = job.container === 'zip' ? FileArchive : FolderOpen;
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span data-selectable className="min-w-0 wrap-anywhere">
        {t('exporting.target', { target: job.target })}
      </span>
    </p>
  );
}
