import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { CaFileField } from './CaFileField.tsx';
import { type ConnectionDraft, type FieldErrors, hostOf } from './connectionDraft.ts';
import { useFieldErrorText } from './useFieldErrorText.ts';

interface ConnectionFieldsProps {
  readonly draft: ConnectionDraft;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<ConnectionDraft>) => void;
  /** Puts the focus on the first field when it appears. */
  readonly focusesFirst?: boolean;
}

/** Base URL, name and CA file: the same in every place that makes or changes a connection. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { draft, errors, onChange, focusesFirst = false } = props;
  const t = useT();
  const errorText = useFieldErrorText();
  return (
    <>
      <FormField
        label={t('connections.baseUrl')}
        hint={t('connections.baseUrlHint')}
        error={errorText(errors.baseUrl)}
      >
        {(field) => (
          <TextField
            {...field}
            autoFocus={focusesFirst}
            value={draft.baseUrl}
            onValueChange={(baseUrl) => onChange({ baseUrl })}
            placeholder={t('connections.baseUrlPlaceholder')}
            inputMode="url"
            maxLength={4000}
            required
            monospace
          />
        )}
      </FormField>
      <FormField
        label={t('connections.name')}
        hint={t('connections.nameHint')}
        error={errorText(errors.name)}
      >
        {(field) => (
          <TextField
            {...field}
            value={draft.name}
            onValueChange={(name) => onChange({ name })}
            placeholder={URL.canParse(draft.baseUrl) ? hostOf(draft.baseUrl) : ''}
            maxLength={200}
          />
        )}
      </FormField>
      <CaFileField ca={draft.ca} onChange={(ca) => onChange({ ca })} />
      {errors.caFile !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {errorText(errors.caFile)}
        </p>
      )}
    </>
  );
}
