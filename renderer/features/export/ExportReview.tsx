import { useMemo } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { ExportItems } from './ExportItems.tsx';
import { ExportTarget } from './ExportTarget.tsx';
import { countItems, mostImportantFirst } from './exportCounts.ts';

export type ConflictChoice = 'replace' | 'keep';

interface ExportReviewProps {
  readonly job: ExportJobView;
  readonly conflicts: ConflictChoice;
  readonly onConflictsChange: (choice: ConflictChoice) => void;
}

/** What will be written, before a byte is: every fresh leaf, what exists already, what to know of the place. */
export function ExportReview({ job, conflicts, onConflictsChange }: ExportReviewProps) {
  const t = useT();
  const { states, conflicted } = countItems(job.items);
  const items = useMemo(() => mostImportantFirst(job.items), [job.items]);
  return (
    <div className="flex h-full flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p role="status" className="text-sm font-medium">
          {t('exporting.reviewCount', { count: states.ready })}
          {states.failed > 0 && ` · ${t('exporting.failedCount', { count: states.failed })}`}
        </p>
        <ExportTarget job={job} />
      </div>
      {job.warnings.length > 0 && (
        <Banner
          tone="warning"
          title={job.warnings.map(({ kind }) => (
            <span key={kind} className="block">
              {t(`exporting.warning.${kind}`)}
            </span>
          ))}
        />
      )}
      {conflicted > 0 && (
        <RadioGroup
          legend={t('exporting.conflict.legend', { count: conflicted })}
          layout="row"
          value={conflicts}
          onValueChange={onConflictsChange}
          options={[
            { value: 'keep', label: t('exporting.conflict.keep'), hint: t('exporting.conflict.keepHint') },
            {
              value: 'replace',
              label: t('exporting.conflict.replace'),
              hint: t('exporting.conflict.replaceHint'),
            },
          ]}
        />
      )}
      <ExportItems items={items} />
    </div>
  );
}
