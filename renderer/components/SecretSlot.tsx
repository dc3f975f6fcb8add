import { type ReactNode, useState } from 'react';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { emptyField, inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { type SecretSource, useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { TokenState } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { ErrorBanner } from './ErrorBanner.tsx';
import { type FieldProps, FormField } from './FormField.tsx';
import { InlineQuestion, type Question } from './InlineQuestion.tsx';
import { StoreFailure } from './StoreFailure.tsx';

interface SecretSlotProps {
  readonly title: ReactNode;
  /** Where the secret is, in words. */
  readonly where: string;
  readonly state: TokenState;
  /** Whether it is an error that there is none. */
  readonly isNeeded?: boolean;
  /** The buttons that change it, hidden while the question or the form is open. */
  readonly actions: (open: { readonly ask: () => void; readonly enter: () => void }) => ReactNode;
  /** Asked before the secret is lost. */
  readonly question?: Question;
  /** Takes another secret. */
  readonly form?: Omit<SecretFormProps, 'onEnd'>;
}

/** A stored secret: where it is, and how it is replaced or removed. The secret itself is never shown. */
export function SecretSlot(props: SecretSlotProps) {
  const { title, where, state, isNeeded = false, actions, question, form } = props;
  const error = errorOf(state, isNeeded);
  const [opened, setOpened] = useState<'question' | 'form' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          {title}
          <p className={cx('text-xs', error === null ? 'text-muted' : 'text-danger')}>{where}</p>
        </div>
        {opened === null && (
          <span className="flex flex-wrap gap-2">
            {actions({ ask: () => setOpened('question'), enter: () => setOpened('form') })}
          </span>
        )}
      </div>
      {error !== null && <ErrorBanner error={error} />}
      {opened === 'question' && question !== undefined && (
        <InlineQuestion {...question} onDone={close} onKeep={close} />
      )}
      {opened === 'form' && form !== undefined && <SecretForm {...form} onEnd={close} />}
    </>
  );
}

function errorOf(state: TokenState, isNeeded: boolean): AppError | null {
  if (state.kind === 'absent') return isNeeded ? { kind: 'secretMissing' } : null;
  return state.kind === 'unreadable' ? state.error : null;
}

interface SecretInputProps extends FieldProps {
  readonly autoFocus: true;
  readonly source: SecretSource;
  readonly onFilledChange: (isFilled: boolean) => void;
}

interface SecretFormProps {
  /** What another secret means, above the field. */
  readonly about?: string;
  readonly label: string;
  readonly hint: string;
  readonly saveLabel: string;
  readonly store: (secret: string) => Promise<Result<unknown>>;
  readonly input: (props: SecretInputProps) => ReactNode;
  /** Called when the secret was stored, and by Cancel. */
  readonly onEnd: () => void;
}

/** A form that stores one secret. */
function SecretForm({ about, label, hint, saveLabel, store, input, onEnd }: SecretFormProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useSecretSource();
  const shown = useShownOnMount<HTMLDivElement>();
  const form = useForm({
    initial: { isFilled: false },
    check: ({ isFilled }) => (isFilled ? ok(null) : err({ secret: emptyField('secret') })),
    send: () => store(source.read()),
    problemsOf: inputProblems('secret'),
    onStored: () => {
      source.clear();
      onEnd();
    },
  });
  const onFilledChange = (isFilled: boolean) => form.change({ isFilled });
  return (
    <form {...form.props}>
      <div ref={shown} className="flex flex-col gap-3">
        {about !== undefined && <p className="text-xs text-muted">{about}</p>}
        <FormField label={label} hint={hint} error={errorText(form.problems.secret)}>
          {(field) => input({ ...field, autoFocus: true, source, onFilledChange })}
        </FormField>
        <StoreFailure error={form.failure} onRepeat={() => void form.submit()} />
        <div className="flex justify-end gap-2">
          <Button onClick={onEnd}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {saveLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}
