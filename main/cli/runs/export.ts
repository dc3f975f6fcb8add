import { join, resolve } from 'node:path';
import { commandFailureText } from '#main/alerting/alerts/alertText.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { exportWarningText, presetTitle, proofText } from '#shared/i18n/exportText.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDate, formatDateTime } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import type { SecretSource } from '../command.ts';
import { type CommandContext, folderProblem, shellWord, tellError, waitUntil } from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { exportJson, type NotWritten } from '../exportJson.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

export interface ExportValues {
  readonly order: string;
  /** The id or the name of a preset. */
  readonly preset: string;
  readonly to: string;
  /** What to do with existing files; `null`: stop and list them. */
  readonly conflicts: 'replace' | 'keep' | null;
  readonly acceptWarnings: boolean;
  readonly passphrase: SecretSource;
  readonly json: boolean;
}

/** What came of an export. `job`: as it is now, `null` when it has gone. `notWritten`: why no file was written. */
interface Followed {
  readonly code: ExitCode;
  readonly job: ExportJobView | null;
  readonly notWritten: NotWritten | null;
}

/** `notafter export`: fetches an order's certificate, writes its files into a folder, and verifies them. */
export async function runExport(command: ExportValues, context: CommandContext): Promise<ExitCode> {
  const { services, t, unknown, cwd } = context;
  const chosen = pickListed([command.order], context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const preset = findPreset(command.preset, context);
  if (preset === null) return exitCodes.unknown;
  if (needsPassphrase(preset) && context.secret === null)
    return unknown(t('cli.export.passphraseMissing', { preset: cleanText(presetTitle(preset, t)) }));
  const folder = resolve(cwd, command.to);
  const problem = await folderProblem(folder, context);
  if (problem !== null) return unknown(problem);
  await context.prepare();
  const exports = services.exportInto(folder, command.acceptWarnings);
  try {
    const started = await exports.start({
      orderIds: chosen.value.map(({ id }) => id),
      presetId: preset.id,
      parts: null,
      container: 'folder',
      into: null,
      review: 'always',
      deliveryId: null,
    });
    if (!started.ok) return tellError(started.error, context);
    const jobId = started.value;
    if (jobId === null) return exitCodes.attention;
    // Standard output has only the JSON.
    const quiet = command.json ? { ...context, say: () => undefined } : context;
    const { code, job, notWritten } = await follow(jobId, exports, command, quiet);
    if (context.signal.aborted) return code;
    // Servers are reloaded before the command ends.
    await services.commandsSettled();
    const commandCode = job === null ? exitCodes.fine : tellFailedCommands(job, context);
    if (command.json && job !== null) context.write(exportJson(job, notWritten, context));
    return worstCode([code, commandCode]);
  } finally {
    exports.dispose();
    await exports.settled().catch(() => undefined);
  }
}

/** Says which commands failed after the files were written. */
function tellFailedCommands(
  { items, target }: ExportJobView,
  { services, t, tell }: CommandContext,
): ExitCode {
  const failed = items.flatMap(({ state, copyId, folder }) => {
    const failure = state !== 'written' || copyId === null ? null : services.failedCommand(copyId);
    return failure === null ? [] : commandFailureText(failure, join(target, folder), t);
  });
  for (const text of failed) tell(cleanText(text));
  return failed.length === 0 ? exitCodes.fine : exitCodes.attention;
}

function findPreset(wanted: string, { services, t, tell }: CommandContext): ExportPreset | null {
  const all = services.presets.list();
  const found =
    all.find(({ id }) => id === wanted) ?? all.find((preset) => presetTitle(preset, t) === wanted) ?? null;
  if (found !== null) return found;
  const names = all.map((preset) => cleanText(preset.name ?? preset.id)).join(t('common.listSeparator'));
  tell(t('cli.export.unknownPreset', { preset: cleanText(wanted), presets: names }));
  return null;
}

async function follow(
  jobId: string,
  exports: ExportService,
  command: ExportValues,
  context: CommandContext,
): Promise<Followed> {
  const { t, locale, tell, signal, secret } = context;
  const stopped = (code: ExitCode): Followed => ({ code, job: null, notWritten: null });
  const reached = (...phases: readonly ExportJobView['phase'][]) =>
    waitUntil(() => phases.some((phase) => exports.view()?.phase === phase), context, exports.onDidChange);
  await reached('review', 'done');
  if (signal.aborted) return stopped(exitCodes.interrupted);
  const review = exports.view();
  if (review === null) return stopped(exitCodes.attention);
  for (const warning of review.warnings)
    tell(t('cli.export.warning', { text: cleanText(exportWarningText(warning, t)) }));
  for (const { title, review: findings } of review.items)
    for (const finding of findings) {
      const { title: what, why } = faultText(finding, t, locale);
      tell(
        t('cli.export.warning', {
          text: t('cli.status.review', { title: cleanText(title), what, todo: why }),
        }),
      );
    }
  if (review.phase === 'review') {
    const notWritten = whyNotWritten(review, command, context);
    if (notWritten !== null) return { code: exitCodes.attention, job: review, notWritten };
    const conflicts = command.conflicts ?? 'keepOthers';
    const confirmed = await exports.confirm(jobId, conflicts, secret);
    if (!confirmed.ok)
      return { code: tellError(confirmed.error, context), job: review, notWritten: confirmed.error };
    await reached('done');
    if (signal.aborted) return stopped(exitCodes.interrupted);
  }
  const job = exports.view();
  if (job === null) return stopped(exitCodes.attention);
  const code =
    job.error === null
      ? worstCode(job.items.map((item) => sayItem(item, job.target, context)))
      : tellError(job.error, context);
  return { code, job, notWritten: job.error };
}

/** Explains why nothing is written; `null`: it may be. */
function whyNotWritten(
  { items, target, asksToAccept }: ExportJobView,
  { conflicts, acceptWarnings }: ExportValues,
  { t, tell }: CommandContext,
): NotWritten | null {
  const there = items.flatMap(({ isUpdate, conflicts: names, folder }) =>
    isUpdate ? [] : names.map((name) => join(target, folder, name)),
  );
  if (conflicts === null && there.length > 0) {
    tell(t('cli.export.conflicts'));
    for (const path of there) tell(`  ${shellWord(path)}`);
    return { kind: 'conflicts' };
  }
  if (acceptWarnings) return null;
  if (items.some(({ review }) => review.length > 0)) {
    tell(t('cli.export.reviewFirst'));
    return { kind: 'needsReview' };
  }
  if (!asksToAccept) return null;
  tell(t('cli.export.acceptFirst'));
  return { kind: 'folderWarnings' };
}

function sayItem(item: ExportItemView, target: string, context: CommandContext): ExitCode {
  const { services, t, locale, say, tell, paint } = context;
  const folder = shellWord(join(target, item.folder));
  if (item.error !== null) return tellError(item.error, context);
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
    const order = services.orders.get(item.orderId);
    const name = cleanText(leaf.commonName ?? (order === null ? '' : serviceKey(order)));
    say(t('cli.export.validUntil', { name, date: formatDate(leaf.notAfter, locale, 'local') }));
    if (leaf.notBefore > services.clock.now()) {
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

/** Cleans a line of a configuration and keeps its indentation. */
function plainIndented(line: string): string {
  const [indentation = ''] = /^ */u.exec(line) ?? [];
  return indentation + cleanText(line);
}
