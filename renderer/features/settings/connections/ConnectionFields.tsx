import { TextField } from '#renderer/components/TextField.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { CaFileField } from './CaFileField.tsx';
import { type ConnectionForm, hostOf } from './connectionDraft.ts';

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
