import { Eye, EyeOff, KeyRound, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { type FieldProps, FormField } from '#renderer/components/FormField.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { MadeSecretNote } from '#renderer/components/MadeSecretNote.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { fieldClass } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { exportWarningText } from '#shared/i18n/exportText.ts';
import { ExportItems, ExportTarget } from './ExportItems.tsx';
import { countItems, mostImportantFirst } from './exportCounts.ts';
import { type Confirmation, newPassphrase, type PassphraseSource } from './useConfirmation.ts';

interface ExportReviewProps {
  readonly job: ExportJobView;
  readonly confirmation: Confirmation;
}

/** Shows what will be written and where, before anything is: certificates, files, conflicts and warnings. */
export function ExportReview({ job, confirmation }: ExportReviewProps) {
  const t = useT();
  const { states, conflicted, chainless } = countItems(job.items);
  const items = useMemo(() => mostImportantFirst(job.items), [job.items]);
  const { conflicts, chooseConflicts, error } = confirmation;
  return (
    <div className="flex min-h-0 flex-col gap-4">
      {error !== null && <ErrorBanner reveal error={error} />}
      <div className="flex flex-col gap-1">
        <p role="status" className="text-sm font-medium">
          {t('exporting.reviewCount', { count: states.ready })}
          {states.failed > 0 && ` · ${t('exporting.failedCount', { count: states.failed })}`}
        </p>
        <ExportTarget job={job} />
      </div>
      <Warnings job={job} />
      {chainless > 0 && <Banner tone="warning" title={t('exporting.chain.count', { count: chainless })} />}
      {job.needsPassphrase && states.ready > 0 && (
        <Passphrase key={job.id} job={job} confirmation={confirmation} />
      )}
      {conflicted > 0 && (
        <RadioGroup
          legend={t('exporting.conflict.legend', { count: conflicted })}
          value={conflicts}
          onValueChange={chooseConflicts}
          options={(['keepOthers', 'replace'] as const).map((value) => ({
            value,
            label: t(`exporting.conflict.${value}`),
            hint: t(`exporting.conflict.${value}Hint`),
          }))}
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
  const errors = {
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

/** The warnings about the target and the certificates. Main may ask for confirmation before it writes. */
function Warnings({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { warnings, asksToAccept } = job;
  const toReview = job.items.filter(({ state, review }) => state === 'ready' && review.length > 0).length;
  if (warnings.length === 0 && toReview === 0) return null;
  const git = warnings.find((warning) => warning.kind === 'gitWorktree');
  const lines = warnings.map((warning) => (
    <span key={warning.kind} className="block">
      {exportWarningText(warning, t)}
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

interface PassphraseFieldsProps {
  readonly source: PassphraseSource;
  /** Whether the files of several orders get this passphrase. */
  readonly isForSeveral: boolean;
  readonly errors: { readonly first: string | null; readonly again: string | null };
  readonly onEdited: () => void;
}

const notAscii = /[^\p{ASCII}]/u;

/** Asks for the passphrase of PKCS#12 files: typed twice, or generated and shown once. */
function PassphraseFields({ source, isForSeveral, errors, onEdited }: PassphraseFieldsProps) {
  const t = useT();
  const [mode, setMode] = useState<'hidden' | 'shown' | 'generated'>('hidden');
  const [hasNonAscii, setHasNonAscii] = useState(false);
  const isGenerated = mode === 'generated';
  const edited = () => {
    setHasNonAscii(notAscii.test(source.first.current?.value ?? ''));
    onEdited();
  };
  const fill = (passphrase: string) => {
    source.fill(passphrase);
    edited();
  };
  const input = (field: FieldProps, ref: PassphraseSource['first']) => (
    <input
      {...field}
      ref={ref}
      type={mode === 'hidden' ? 'password' : 'text'}
      readOnly={isGenerated}
      autoComplete="off"
      spellCheck={false}
      maxLength={textLimits.secret}
      onInput={edited}
      className={cx(fieldClass, 'h-8', mode !== 'hidden' && 'font-mono', isGenerated && 'bg-sunken')}
    />
  );
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className={cx('grid items-start gap-x-4 gap-y-2', !isGenerated && 'sm:grid-cols-2')}>
        <FormField
          label={t(isForSeveral ? 'exporting.passphrase.labelCount' : 'exporting.passphrase.label')}
          hint={t('exporting.passphrase.hint')}
          error={errors.first}
        >
          {(field) => (
            <span className="flex gap-2">
              {input(field, source.first)}
              {!isGenerated && (
                <IconButton
                  icon={mode === 'hidden' ? Eye : EyeOff}
                  label={t(mode === 'hidden' ? 'exporting.passphrase.show' : 'exporting.passphrase.hide')}
                  onClick={() => setMode(mode === 'hidden' ? 'shown' : 'hidden')}
                />
              )}
            </span>
          )}
        </FormField>
        <div hidden={isGenerated}>
          <FormField label={t('exporting.passphrase.repeat')} error={errors.again}>
            {(field) => (
              <span className="flex gap-2">
                {input(field, source.again)}
                <Button
                  icon={KeyRound}
                  onClick={() => {
                    fill(newPassphrase());
                    setMode('generated');
                  }}
                >
                  {t('exporting.passphrase.make')}
                </Button>
              </span>
            )}
          </FormField>
        </div>
      </div>
      {isGenerated && (
        <MadeSecretNote
          texts="exporting.passphrase"
          onOwnInstead={() => {
            fill('');
            setMode('hidden');
            source.first.current?.focus();
          }}
          read={() => source.first.current?.value ?? ''}
        />
      )}
      {hasNonAscii && errors.first === null && (
        <p role="status" className="flex items-start gap-1.5 text-xs text-amber">
          <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          {t('exporting.passphrase.notAscii')}
        </p>
      )}
    </section>
  );
}
