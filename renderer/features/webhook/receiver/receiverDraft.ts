import { useProblemText } from '#renderer/features/settings/preferences/useTypedSetting.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import {
  emptyField,
  type Form,
  type InputError,
  inputProblems,
  type Problems,
} from '#renderer/hooks/useForm.ts';
import { parseIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import { receiverBounds } from '#shared/domain/receiverBounds.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { checkReceiverConfig } from '#shared/domain/receiverRules.ts';
import type { AppError } from '#shared/errors.ts';
import { err, type Result } from '#shared/result.ts';

type ListField = 'allowedHosts' | 'sourceAddresses' | 'trustedProxies';
type NumberField = 'port' | 'maxSkewSeconds' | 'keepKeysDays';

/** The receiver's configuration as it is typed: numbers and lists as text. */
export interface ReceiverDraft
  extends Readonly<Record<NumberField, string>>,
    /** One to a line. */
    Readonly<Record<ListField, string>> {
  readonly address: string;
  /** Full paths from the native dialog. */
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** Why a value is refused: an error of main, or for numbers with their bounds. */
type ReceiverProblem =
  | InputError
  | { readonly kind: 'notWhole' }
  | { readonly kind: 'outOfRange'; readonly min: number; readonly max: number };

type ReceiverPlace = 'address' | 'tls' | NumberField | ListField;

/** Problems by the place of the form; `tls`: the two files together. */
export type ReceiverProblems = Problems<ReceiverPlace, ReceiverProblem>;
export type ReceiverForm = Pick<
  Form<ReceiverDraft, ReceiverConfig, ReceiverPlace, ReceiverProblem>,
  'values' | 'problems' | 'change'
>;

export function draftOfConfig(config: ReceiverConfig): ReceiverDraft {
  return {
    address: config.address,
    port: String(config.port),
    certificateFile: config.tls?.certificateFile ?? null,
    keyFile: config.tls?.keyFile ?? null,
    allowedHosts: config.allowedHosts.join('\n'),
    sourceAddresses: config.sourceAddresses.join('\n'),
    trustedProxies: config.trustedProxies.join('\n'),
    maxSkewSeconds: String(config.maxSkewSeconds),
    keepKeysDays: String(config.keepKeysDays),
  };
}

/** Whether other computers can reach the address; `false` while it is no address. */
export function isExposed({ address }: Pick<ReceiverDraft, 'address'>): boolean {
  const parsed = parseIpAddress(address.trim());
  return parsed !== null && !isLoopbackAddress(parsed);
}

/** The configuration in the form that main keeps, or what is wrong, by place. */
export function checkReceiver(draft: ReceiverDraft): Result<ReceiverConfig, ReceiverProblems> {
  const problems: ReceiverProblems = {};
  const readNumber = (field: NumberField): number => {
    const value = wholeNumber(draft[field]);
    const { min, max } = receiverBounds[field];
    if (value === null) problems[field] = { kind: 'notWhole' };
    else if (value < min || value > max) problems[field] = { kind: 'outOfRange', min, max };
    return value ?? min;
  };
  const { certificateFile, keyFile } = draft;
  const tls = certificateFile === null || keyFile === null ? null : { certificateFile, keyFile };
  if (tls === null && (certificateFile !== null || keyFile !== null)) problems.tls = emptyField('tlsFile');
  const checked = checkReceiverConfig({
    address: draft.address,
    port: readNumber('port'),
    tls,
    allowedHosts: linesOf(draft.allowedHosts),
    sourceAddresses: linesOf(draft.sourceAddresses),
    trustedProxies: linesOf(draft.trustedProxies),
    maxSkewSeconds: readNumber('maxSkewSeconds'),
    keepKeysDays: readNumber('keepKeysDays'),
  });
  if (!checked.ok)
    for (const [field, reason] of checked.error) problems[field] ??= { kind: 'invalidInput', field, reason };
  if (draft.address.trim() === '') problems.address = emptyField('address');
  return checked.ok && Object.keys(problems).length === 0 ? checked : err(problems);
}

/** The place that an error of main is about; none for an error that has no place in the form. */
export function receiverProblems(error: AppError): ReceiverProblems {
  const isAboutTls = error.kind === 'invalidInput' && error.field === 'tlsFile';
  return isAboutTls ? { tls: error } : problemsOfFields(error);
}

const problemsOfFields = inputProblems(
  'address',
  'port',
  'allowedHosts',
  'sourceAddresses',
  'trustedProxies',
);

function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,7}$/u.test(trimmed) ? Number(trimmed) : null;
}

/** The text for a refused value of the receiver's configuration; `null` for no problem. */
export function useReceiverProblemText(): (problem: ReceiverProblem | undefined) => string | null {
  const numberText = useProblemText();
  const errorText = useFieldErrorText();
  return (problem) => (problem?.kind === 'invalidInput' ? errorText(problem) : numberText(problem));
}
