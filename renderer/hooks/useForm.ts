import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { AppError, InputField } from '#shared/errors.ts';
import { isEqual } from '#shared/isEqual.ts';
import type { Result } from '#shared/result.ts';
import { useAction } from './useAction.ts';
import { useUnsaved } from './useUnsaved.ts';

export type Problems<Field extends string, Problem = AppError> = Partial<Record<Field, Problem>>;

interface FormOptions<Values, Sent, Answer, Field extends string, Problem> {
  /** The stored values: the form starts with them, and is dirty while it differs from them. */
  readonly initial: Values;
  /** What was typed before, in place of the stored values. */
  readonly typed?: Values | null | undefined;
  readonly check: (values: Values) => Result<Sent, Problems<Field, Problem>>;
  readonly send: (sent: Sent) => Promise<Result<Answer>>;
  /** The fields that an error of main is about. With none the error becomes the form's `failure`. */
  readonly problemsOf: (error: AppError) => Problems<Field, Problem>;
  /** The values to show once they are stored. Default: those that were sent. */
  readonly storedValues?: (answer: Answer, typed: Values) => Values;
  readonly onStored?: (answer: Answer) => void;
  /** Called with the problems whenever sending is refused, here or by main. */
  readonly onRefused?: (problems: Problems<Field, Problem>) => void;
  /** The part of the values that counts as a change. Default: all of them. */
  readonly compared?: (values: Values) => unknown;
}

export interface Form<Values, Sent = unknown, Field extends string = string, Problem = AppError> {
  readonly values: Values;
  readonly isDirty: boolean;
  readonly busy: boolean;
  readonly problems: Problems<Field, Problem>;
  /** Why main did not store the values, where no field is to blame. */
  readonly failure: AppError | null;
  readonly change: (part: Partial<Values>) => void;
  /** Shows the stored values again. */
  readonly reset: () => void;
  /** The values as main takes them; `null` after showing what is wrong with them. */
  readonly read: () => Sent | null;
  readonly submit: () => Promise<void>;
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly id: string;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
  };
}

/**
 * The state of a form. Problems appear when the form is sent; from then on the values are checked with every change, so
 * that a problem goes when its field is right. An error of main goes with the next change. A refusal puts the focus on
 * the first field with a problem. Secrets are no values: they stay in their input, see `useSecretSource`.
 */
export function useForm<Values extends object, Sent, Answer, Field extends string, Problem = AppError>(
  options: FormOptions<Values, Sent, Answer, Field, Problem>,
): Form<Values, Sent, Field, Problem> {
  const { initial, check, problemsOf, onRefused, compared = (all) => all } = options;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.typed ?? initial);
  const [stored, setStored] = useState<{ readonly values: Values; readonly initial: Values } | null>(null);
  const [isSent, setSent] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const { busy, error, run, reset: forgetError } = useAction(options.send);

  // Main's state follows its answer a moment later; until then what was just stored counts.
  const base = stored !== null && isEqual(stored.initial, initial) ? stored.values : initial;
  const isDirty = !isEqual(compared(values), compared(base));
  useUnsaved(isDirty);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const checked = check(values);
  const refused = error === null ? {} : problemsOf(error);
  const refuse = (problems: Problems<Field, Problem>) => {
    onRefused?.(problems);
    setRefusals((count) => count + 1);
  };
  const reveal = () => {
    setSent(true);
    if (!checked.ok) refuse(checked.error);
    return checked;
  };
  const submit = async () => {
    if (busy) return;
    const revealed = reveal();
    if (!revealed.ok) return;
    const result = await run(revealed.value);
    if (!result.ok) {
      refuse(problemsOf(result.error));
      return;
    }
    const next = options.storedValues?.(result.value, values);
    if (next !== undefined) setValues(next);
    setStored({ values: next ?? values, initial });
    setSent(false);
    options.onStored?.(result.value);
  };
  return {
    values,
    isDirty,
    busy,
    problems: isSent && !checked.ok ? { ...refused, ...checked.error } : refused,
    failure: error !== null && isEqual(refused, {}) ? error : null,
    change: (part) => {
      setValues((present) => ({ ...present, ...part }));
      if (error !== null) forgetError();
    },
    reset: () => {
      setValues(base);
      setSent(false);
      if (error !== null) forgetError();
    },
    read: () => {
      const revealed = reveal();
      return revealed.ok ? revealed.value : null;
    },
    submit,
    props: {
      ref: element,
      id,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

export type InputError = Extract<AppError, { readonly kind: 'invalidInput' }>;

/** `problemsOf` for a form whose fields have the names that main uses: an input error about one of them. */
export function inputProblems<Field extends InputField>(
  ...fields: readonly Field[]
): (error: AppError) => Problems<Field, InputError> {
  return (error) => {
    if (error.kind !== 'invalidInput') return {};
    const field = fields.find((each) => each === error.field);
    return field === undefined ? {} : ({ [field]: error } as Problems<Field, InputError>);
  };
}

/** The error of a field that main expects to be filled in. */
export function emptyField(field: InputField): InputError {
  return { kind: 'invalidInput', field, reason: 'empty' };
}
