import { useMemo } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { ExportItems } from './ExportItems.tsx';
import { ExportSnippet } from './ExportSnippet.tsx';
import { ExportTarget } from './ExportTarget.tsx';
import { countItems, mostImportantFirst } from './exportCounts.ts';

/** What came of an export: every file and every failure by name. */
export function ExportSummary({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { states, unproven } = countItems(job.items);
  const items = useMemo(() => mostImportantFirst(job.items), [job.items]);
  const facts = [
    states.written > 0 && t('exporting.done.written', { count: states.written }),
    states.written === 0 && t('exporting.done.nothing'),
    states.kept > 0 && t('exporting.done.kept', { count: states.kept }),
    states.failed > 0 && t('exporting.done.failedCount', { count: states.failed }),
    states.cancelled > 0 && t('exporting.done.cancelledCount', { count: states.cancelled }),
  ].filter((fact) => fact !== false);
  const withSnippet = items.filter(({ state, snippet }) => state === 'written' && snippet !== null);
  const isWhole = states.written === items.length && unproven === 0;
  const title = job.cancelled
    ? t('exporting.done.cancelled')
    : states.written === 0 && states.failed > 0
      ? t('exporting.done.failed')
      : t('exporting.done.title');
  return (
    <div className="flex min-h-full flex-col gap-4">
      <Banner tone={isWhole ? 'success' : states.written > 0 ? 'warning' : 'neutral'} title={title}>
        {facts.join(' · ')}
      </Banner>
      {unproven > 0 && <Banner tone="warning" title={t('exporting.proof.count', { count: unproven })} />}
      {job.error !== null && job.error.kind !== 'cancelled' && <ErrorBanner error={job.error} />}
      <ExportTarget job={job} />
      <ExportItems items={items} toldError={job.error} />
      {withSnippet.length > 0 && <ExportSnippet items={withSnippet} container={job.container} />}
    </div>
  );
}
