import { FileArchive } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/PageHeading.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { Select } from '#renderer/components/Select.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import {
  type ExportContainer,
  type ExportItemView,
  type ExportJobView,
  exportFileNames,
} from '#shared/domain/export.ts';
import { hasPlainKey } from '#shared/domain/presetFormat.ts';
import { ExportItems, ExportTarget } from './ExportItems.tsx';
import { countItems, mostImportantFirst } from './exportCounts.ts';
import { NextSteps } from './NextSteps.tsx';

/** The result of an export, with all its files and errors. */
export function ExportSummary({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { states, unproven } = countItems(job.items);
  const items = useMemo(() => mostImportantFirst(job.items), [job.items]);
  const files = items.reduce((sum, item) => sum + (item.state === 'written' ? item.files.length : 0), 0);
  const facts = [
    states.written > 0 && t('exporting.done.saved', { count: files, target: job.target }),
    states.written + states.current === 0 && t('exporting.done.nothing'),
    states.current > 0 && t('exporting.done.current', { count: states.current }),
    states.kept > 0 && t('exporting.done.kept', { count: states.kept }),
    states.failed > 0 && t('exporting.done.failedCount', { count: states.failed }),
    states.cancelled > 0 && t('exporting.done.cancelledCount', { count: states.cancelled }),
  ].filter((fact) => fact !== false);
  const withSnippet = items.filter(({ state, snippet }) => state === 'written' && snippet !== null);
  const isWhole = states.written + states.current === items.length && unproven === 0;
  const copyIds = items.flatMap(({ state, copyId }) =>
    state === 'written' && copyId !== null ? [copyId] : [],
  );
  const title = job.cancelled
    ? t('exporting.done.cancelled')
    : states.written === 0 && states.failed > 0
      ? t('exporting.done.failed')
      : t('exporting.done.title');
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <Banner tone={isWhole ? 'success' : states.written > 0 ? 'warning' : 'neutral'} title={title}>
        <span data-selectable className="wrap-anywhere">
          {facts.join(' · ')}
        </span>
      </Banner>
      {unproven > 0 && <Banner tone="warning" title={t('exporting.proof.count', { count: unproven })} />}
      {job.error !== null && job.error.kind !== 'cancelled' && <ErrorBanner error={job.error} />}
      {states.written === 0 && <ExportTarget job={job} />}
      {job.container === 'zip' && states.written > 0 && <ZipNote job={job} />}
      <ExportItems items={items} shownError={job.error} />
      {copyIds.length > 0 && <NextSteps copyIds={copyIds} />}
      {withSnippet.length > 0 && <Snippet items={withSnippet} container={job.container} />}
    </div>
  );
}

/** That a ZIP file with a private key in plain text needs care. */
function ZipNote({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const preset = useApp(({ presets }) => presets.find(({ id }) => id === job.presetId));
  const hasKeyFile = job.items.some(({ files }) => files.some((file) => file.endsWith(exportFileNames.key)));
  const isKeyPlain = job.presetId === 'pem' ? hasKeyFile : preset !== undefined && hasPlainKey(preset);
  if (!isKeyPlain) return null;
  return (
    <p className="flex items-start gap-1.5 text-xs text-muted">
      <FileArchive size={14} aria-hidden className="mt-0.5 shrink-0" />
      {t('exporting.keyInZip')}
    </p>
  );
}

interface SnippetProps {
  /** The exported orders that have a snippet; at least one. */
  readonly items: readonly ExportItemView[];
  readonly container: ExportContainer;
}

/** The server configuration for the files of one order, which the user can choose. */
function Snippet({ items, container }: SnippetProps) {
  const t = useT();
  const [wantedId, setWantedId] = useState('');
  const item = items.find(({ orderId }) => orderId === wantedId) ?? items[0];
  if (item === undefined || item.snippet === null) return null;
  return (
    <section aria-label={t('exporting.snippet.title')} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <SectionTitle>{t('exporting.snippet.title')}</SectionTitle>
        {items.length > 1 && (
          <Select
            aria-label={t('exporting.snippet.order')}
            value={item.orderId}
            options={items.map(({ orderId, title }) => ({ value: orderId, label: title }))}
            onValueChange={setWantedId}
            className="min-w-0 flex-1"
          />
        )}
        <span className="ml-auto">
          <CopyButton
            key={item.orderId}
            text={{ of: 'snippet', orderId: item.orderId }}
            label={t('exporting.snippet.what')}
          />
        </span>
      </div>
      <PlainText label={t('exporting.snippet.title')} text={item.snippet.trimEnd()} />
      <p className="text-xs text-muted">{t(`exporting.snippet.hint.${container}`)}</p>
    </section>
  );
}
