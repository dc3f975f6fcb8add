import { useMemo } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { ExportItems } from './ExportItems.tsx';
import { ExportTarget } from './ExportTarget.tsx';
import { ExportWarnings } from './ExportWarnings.tsx';
import { countItems, mostImportantFirst } from './exportCounts.ts';
import { type PassphraseErrors, PassphraseFields } from './PassphraseFields.tsx';
import type { Confirmation } from './useConfirmation.ts';

interface ExportReviewProps {
  readonly job: ExportJobView;
  readonly confirmation: Confirmation;
}

/** What will be written, before a byte is: every fresh leaf with its chain and files, what exists already, the place. */
export function ExportReview({ job, confirmation }: ExportReviewProps) {
  const t = useT();
  const { states, conflicted, chainless } = countItems(job.items);
  const items = useMemo(() => mostImportantFirst(job.items), [job.items]);
  const { conflicts, chooseConflicts, error } = confirmation;
  return (
    <div className="flex min-h-full flex-col gap-4">
      {error !== null && <ErrorBanner reveal error={error} />}
      <div className="flex flex-col gap-1">
        <p role="status" className="text-sm font-medium">
          {t('exporting.reviewCount', { count: states.ready })}
          {states.failed > 0 && ` · ${t('exporting.failedCount', { count: states.failed })}`}
        </p>
        <ExportTarget job={job} />
      </div>
      <ExportWarnings job={job} />
      {chainless > 0 && <Banner tone="warning" title={t('exporting.chain.count', { count: chainless })} />}
      {job.needsPassphrase && states.ready > 0 && (
        <Passphrase key={job.id} job={job} confirmation={confirmation} />
      )}
      {conflicted > 0 && (
        <RadioGroup
          legend={t('exporting.conflict.legend', { count: conflicted })}
          layout="row"
          value={conflicts}
          onValueChange={chooseConflicts}
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

function Passphrase({ job, confirmation }: ExportReviewProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const { passphrase, slip, refused, edited } = confirmation;
  const errors: PassphraseErrors = {
    first:
      slip === 'empty'
        ? errorText({ kind: 'invalidInput', field: 'passphrase', reason: 'empty' })
        : errorText(refused ?? undefined),
    again: slip === 'differs' ? t('exporting.passphrase.differs') : null,
  };
  return (
    <PassphraseFields
      source={passphrase}
      isForSeveral={job.items.length > 1}
      errors={errors}
      onEdited={edited}
    />
  );
}
