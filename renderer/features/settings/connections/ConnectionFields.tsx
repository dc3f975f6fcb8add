import { FileKey2, X } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { AppError } from '#shared/errors.ts';
import { type CaDraft, type ConnectionForm, hostOf } from './connectionDraft.ts';

interface ConnectionFieldsProps {
  readonly form: ConnectionForm;
  /** Focuses the first field when it appears. */
  readonly focusesFirst?: boolean;
}

export function ConnectionFields({ form, focusesFirst = false }: ConnectionFieldsProps) {
  const { values, problems, change } = form;
  const t = useT();
  const errorText = useFieldErrorText();
  return (
    <>
      <TextField
        label={t('connections.baseUrl')}
        hint={t('connections.baseUrlHint')}
        error={errorText(problems.baseUrl)}
        autoFocus={focusesFirst}
        value={values.baseUrl}
        onValueChange={(baseUrl) => change({ baseUrl })}
        placeholder={t('connections.baseUrlPlaceholder')}
        inputMode="url"
        maxLength={textLimits.url}
        required
        monospace
      />
      <TextField
        label={t('connections.name')}
        hint={t('connections.nameHint')}
        error={errorText(problems.name)}
        value={values.name}
        onValueChange={(name) => change({ name })}
        placeholder={URL.canParse(values.baseUrl) ? hostOf(values.baseUrl) : ''}
        maxLength={textLimits.name}
      />
      {values.consoleUrl !== null && (
        <TextField
          label={t('connections.consoleUrl')}
          hint={t('connections.consoleUrlHint')}
          error={errorText(problems.consoleUrl)}
          value={values.consoleUrl}
          onValueChange={(consoleUrl) => change({ consoleUrl })}
          placeholder={t('connections.baseUrlPlaceholder')}
          inputMode="url"
          maxLength={textLimits.url}
          monospace
        />
      )}
      <CaFileField ca={values.ca} problem={problems.caFile} onChange={(ca) => change({ ca })} />
    </>
  );
}

interface CaFileFieldProps {
  readonly ca: CaDraft;
  /** Why main refused the file. */
  readonly problem: AppError | undefined;
  readonly onChange: (ca: CaDraft) => void;
}

/** Chooses the extra CA file in the native dialog, or leaves it out again. */
export function CaFileField({ ca, problem, onChange }: CaFileFieldProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const choice = useAction(() => bridge().calls['connections:chooseCaFile'](null));
  const choose = async () => {
    const result = await choice.run();
    if (result.ok && result.value !== null) onChange({ kind: 'chosen', file: result.value });
  };
  const error = choice.error ?? problem;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium">
        {t('connections.ca.label')} <span className="font-normal text-muted">{t('common.optional')}</span>
      </legend>
      <div className="flex min-h-8 items-center gap-2">
        <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
          <FileKey2 size={15} aria-hidden className="shrink-0 text-muted" />
          {ca.kind === 'none' ? (
            <span className="text-muted">{t('connections.ca.none')}</span>
          ) : (
            <>
              <span className="truncate">{ca.file.fileName}</span>
              <span className="shrink-0 text-xs text-muted">
                {t('connections.ca.certificates', { count: ca.file.certificates })}
              </span>
            </>
          )}
        </span>
        {ca.kind !== 'none' && (
          <IconButton icon={X} label={t('connections.ca.clear')} onClick={() => onChange({ kind: 'none' })} />
        )}
        <Button busy={choice.busy} onClick={() => void choose()}>
          {t(ca.kind === 'none' ? 'connections.ca.choose' : 'connections.ca.change')}
        </Button>
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {errorText(error)}
        </p>
      )}
      <p className="text-xs text-muted">{t('connections.ca.hint')}</p>
    </fieldset>
  );
}
