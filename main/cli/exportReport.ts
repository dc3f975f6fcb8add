import { join } from 'node:path';
import { commandFailureText } from '#main/alerting/alerts/commandFailureText.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import { serviceKey } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { exportWarningText, proofText } from '#shared/i18n/exportText.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { cleanText } from '#shared/text.ts';
import { type CommandContext, shellWord, tellError } from './context.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { plainIndented } from './terminalText.ts';

/** Names that a line lists; further ones are counted. */
const NAMES_LISTED = 5;

/** Names from outside in one line. */
export function listed(names: readonly string[], t: Translate): string {
  const text = names.slice(0, NAMES_LISTED).map(cleanText).join(t('common.listSeparator'));
  const more = names.length - NAMES_LISTED;
  return more > 0 ? `${text} ${t('common.showMore', { count: more })}` : text;
}

/** Tells what speaks against the folder of an export, and what there is to review. */
export function tellFindings({ warnings, items }: ExportJobView, { t, locale, tell }: CommandContext): void {
  for (const warning of warnings)
    tell(t('cli.export.warning', { text: cleanText(exportWarningText(warning, t)) }));
  for (const { title, review } of items)
    for (const finding of review) {
      const { title: what, why } = faultText(finding, t, locale);
      tell(
        t('cli.export.warning', {
          text: t('cli.status.review', { title: cleanText(title), what, todo: why }),
        }),
      );
    }
}

/** Says which commands failed after the files were written. @param left copies whose command an earlier process left */
export function tellFailedCommands(
  { items, target }: ExportJobView,
  left: ReadonlyMap<string, ProgramRun>,
  { services, t, tell }: CommandContext,
): ExitCode {
  const failed = items.flatMap(({ state, copyId, folder }) => {
    const hasRun = copyId !== null && (state === 'written' || left.has(copyId));
    const failure = hasRun ? services.failedCommand(copyId) : null;
    return failure === null
      ? []
      : commandFailureText(failure, join(target, folder), 'cli.export.commandFailed', t);
  });
  for (const text of failed) tell(cleanText(text));
  return failed.length === 0 ? exitCodes.fine : exitCodes.attention;
}

/** Says what came of one order of an export, which is named if there are several. */
export function sayItem(
  item: ExportItemView,
  { target, items }: ExportJobView,
  context: CommandContext,
): ExitCode {
  const { base, services, t, locale, say, tell, paint } = context;
  const folder = shellWord(join(target, item.folder));
  if (item.error !== null) return tellError(item.error, context, items.length > 1 ? item.title : null);
  if (item.state === 'kept') {
    tell(t('cli.export.kept', { folder }));
    return exitCodes.fine;
  }
  if (item.currentSince !== null) {
    const date = formatDate(item.currentSince, locale, 'local');
    say(t('cli.export.current', { folder, date }));
    return exitCodes.fine;
  }
  if (item.state !== 'written') return exitCodes.attention;
  const { leaf, proof, snippet } = item;
  say(t('cli.export.written', { folder }));
  for (const file of item.files) say(`  ${shellWord(join(target, file))}`);
  if (leaf !== null) {
    const order = services.orderList.get(item.orderId);
    const name = cleanText(leaf.commonName ?? (order === null ? '' : serviceKey(order)));
    say(t('cli.export.validUntil', { name, date: formatDate(leaf.notAfter, locale, 'local') }));
    if (leaf.notBefore > base.clock.now()) {
      const date = formatDateTime(leaf.notBefore, locale, 'local');
      say(paint('warning', t('cli.export.validFrom', { date })));
    }
  }
  const isAgainst = proof !== null && speaksAgainstFiles(proof);
  if (proof !== null) {
    const style = proof.kind === 'proven' ? 'good' : isAgainst ? 'bad' : 'warning';
    say(paint(style, cleanText(proofText(proof, t))));
  }
  if (snippet !== null) {
    say('');
    say(paint('dim', t('cli.export.snippet')));
    for (const line of snippet.trimEnd().split('\n')) say(`  ${plainIndented(line)}`);
  }
  return isAgainst ? exitCodes.attention : exitCodes.fine;
}
