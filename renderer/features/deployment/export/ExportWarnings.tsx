import { Banner } from '#renderer/components/Banner.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView, ExportWarning } from '#shared/domain/export.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** What is to know of the target. With a private key among the files main asks before it writes. */
export function ExportWarnings({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { warnings, asksToAccept } = job;
  const toReview = job.items.filter(({ state, review }) => state === 'ready' && review.length > 0).length;
  if (warnings.length === 0 && toReview === 0) return null;
  const git = warnings.find((warning) => warning.kind === 'gitWorktree');
  const lines = warnings.map((warning) => (
    <span key={warning.kind} className="block">
      {wordsOf(warning, t)}
    </span>
  ));
  if (toReview > 0)
    lines.unshift(
      <span key="review" className="block">
        {t('exporting.warning.toReview', { count: toReview })}
      </span>,
    );
  return (
    <Banner tone="warning" title={lines}>
      {git !== undefined && git.ignoreLines !== '' && (
        <div className="mt-1.5 flex flex-col gap-1">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1">{t('exporting.warning.gitIgnoreLines', git)}</span>
            <CopyButton text={{ of: 'gitIgnore' }} label={t('exporting.warning.gitIgnoreWhat')} />
          </div>
          <PlainText label={t('exporting.warning.gitIgnoreLines', git)} text={git.ignoreLines.trimEnd()} />
        </div>
      )}
      {asksToAccept && <p className="mt-1.5">{t('exporting.warning.asksFirst')}</p>}
    </Banner>
  );
}

function wordsOf(warning: ExportWarning, t: Translate): string {
  switch (warning.kind) {
    case 'modeNotKept':
    case 'writableByOthers':
      return t(`exporting.warning.${warning.kind}`);
    case 'gitWorktree':
      return t(warning.isAsked ? 'exporting.warning.gitNotIgnored' : 'exporting.warning.gitUnknown', warning);
    case 'cloudSynced':
      return t('exporting.warning.cloudSynced', warning);
    case 'networkFileSystem':
      return t('exporting.warning.networkFileSystem', warning);
  }
}
