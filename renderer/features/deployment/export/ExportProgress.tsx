import { Progress } from '#renderer/components/Progress.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { ExportItems, ExportTarget } from './ExportItems.tsx';
import { countItems } from './exportCounts.ts';

/** The progress of an export while it fetches, writes and verifies. */
export function ExportProgress({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { states } = countItems(job.items);
  const totals = {
    fetching: job.items.length,
    writing: job.items.length - (states.failed - failedWhileWriting(job)),
    proving: states.written,
  };
  const phase = job.phase === 'fetching' || job.phase === 'proving' ? job.phase : 'writing';
  const total = totals[phase];
  const progress = { done: job.completed, total };
  return (
    <div className="flex h-full flex-col gap-4">
      <ExportTarget job={job} />
      <div className="flex flex-col gap-2">
        <p role="status" className="tabular text-sm font-medium">
          {t(`exporting.${phase}Progress`, progress)}
          {states.failed > 0 && ` · ${t('exporting.failedCount', { count: states.failed })}`}
        </p>
        <Progress value={job.completed} max={total} label={t(`exporting.${phase}`)} />
      </div>
      <ExportItems items={job.items} />
    </div>
  );
}

/** Orders that failed to be written: they count as completed. Those that failed to be fetched are not written at all. */
function failedWhileWriting({ items }: ExportJobView): number {
  return items.filter(({ state, leaf }) => state === 'failed' && leaf !== null).length;
}
