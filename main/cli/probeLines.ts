import { hostAndPort, isOfThisComputer } from '#shared/domain/endpoint.ts';
import type { PictureAddress, PictureEndpoint, PictureOrder } from '#shared/domain/picture.ts';
import type { Verdict } from '#shared/domain/truth.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { CommandContext } from './commandContext.ts';
import { findingText, probeErrorText } from './probeWords.ts';
import type { Cell } from './table.ts';
import { verdictStyles } from './verdictCell.ts';

/** What a line needs to speak. */
type Words = Pick<CommandContext, 't' | 'locale'>;

/** A line of `notafter probe`. */
export interface ProbeLine {
  readonly cells: readonly Cell[];
  /** `null`: the line is of no address that was looked at. */
  readonly verdict: Verdict | null;
}

/** One line for each address of an endpoint, one for an endpoint without any, and one for those that were left out. */
export function probeLines(
  order: Pick<PictureOrder, 'title'>,
  endpoint: PictureEndpoint,
  context: Words,
): readonly ProbeLine[] {
  const { t } = context;
  const plain = (text: string): Cell => ({ text, style: 'plain' });
  const where = [plain(order.title), plain(hostAndPort(endpoint))];
  const { error, addresses, omitted } = endpoint;
  if (addresses.length === 0) {
    const verdict = error === null || isOfThisComputer(error) ? 'unknown' : 'unreachable';
    const why = error === null ? '' : probeErrorText(error, t);
    const said: Cell = { text: t(`cli.verdict.${verdict}`), style: verdictStyles[verdict] };
    return [{ cells: [...where, plain(''), said, plain(why)], verdict }];
  }
  const looked = addresses.map(
    (address): ProbeLine => ({
      cells: [
        ...where,
        plain(address.address),
        { text: verdictWord(address, context), style: verdictStyles[address.verdict] },
        plain(addressText(address, context)),
      ],
      verdict: address.verdict,
    }),
  );
  if (omitted === 0) return looked;
  const more = t('cli.probe.omitted', { count: omitted });
  return [...looked, { cells: [...where, plain(''), plain(''), plain(more)], verdict: null }];
}

function verdictWord({ verdict, uncheckedSince }: PictureAddress, { t }: Words): string {
  return t(uncheckedSince === null ? `cli.verdict.${verdict}` : 'cli.verdict.unchecked');
}

function addressText(
  { error, findings, notAfter, issuerName, relation, uncheckedSince }: PictureAddress,
  { t, locale }: Words,
): string {
  if (error !== null) return probeErrorText(error, t);
  if (uncheckedSince !== null)
    return t('cli.probe.unchecked', { date: formatDate(uncheckedSince, locale, 'local') });
  return [
    notAfter === null ? '' : t('cli.probe.until', { date: formatDate(notAfter, locale, 'local') }),
    relation === 'other' ? (issuerName ?? '') : '',
    ...findings.map((finding) => findingText(finding, t, locale)),
  ]
    .filter((part) => part !== '')
    .join(t('common.listSeparator'));
}
