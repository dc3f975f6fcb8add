import { join } from 'node:path';
import type { FolderWishes } from '#main/deployment/export/exportDestination.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { cleanText } from '#shared/text.ts';
import type { SecretSource } from '../command.ts';
import { commandPath, folderIdentity } from '../commandPath.ts';
import { type CommandContext, errorText, shellWord, tellError, waitUntil } from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { exportJson, type NotWritten } from '../exportJson.ts';
import { listed, sayItem, tellFailedCommands, tellFindings } from '../exportReport.ts';
import { findPreset } from '../findPreset.ts';
import { applyWishes, areWishesAgreed, readCommand } from '../folderWishes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

export interface ExportValues {
  /** Empty: all orders. */
  readonly orders: readonly string[];
  /** The id or the name of a preset. */
  readonly preset: string;
  readonly to: string;
  /** What to do with existing files; `null`: stop and list them. */
  readonly conflicts: 'replace' | 'keep' | null;
  readonly acceptWarnings: boolean;
  /** Whether the files are kept up to date from then on. */
  readonly keepUpdated: boolean;
  /** The command that runs after each update, as one line; `null`: the folders keep theirs. */
  readonly run: string | null;
  readonly passphrase: SecretSource;
  readonly json: boolean;
}

/** Why files of some orders are not written, by the ids of the orders. */
type Refusals = ReadonlyMap<string, NotWritten>;

/** What came of an export. `job`: as it is now, `null` when it has gone. */
interface Followed {
  readonly code: ExitCode;
  readonly job: ExportJobView | null;
  readonly refusals: Refusals;
}

/** `notafter export`: fetches the certificates of orders, writes their files into a folder, and verifies them. */
export async function runExport(command: ExportValues, context: CommandContext): Promise<ExitCode> {
  const { base, services, t, unknown, tell } = context;
  const chosen = pickListed(command.orders, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const preset = findPreset(command.preset, context);
  if (preset === null) return exitCodes.unknown;
  if (needsPassphrase(preset) && context.secret === null)
    return unknown(t('cli.export.passphraseMissing', { preset: cleanText(presetTitle(preset, t)) }));
  if (needsPassphrase(preset) && command.keepUpdated)
    return unknown(t('cli.export.notKept', { preset: cleanText(presetTitle(preset, t)) }));
  const run = await readCommand(command.run, context);
  if (!run.ok) return unknown(errorText(run.error, t, base.desktop.platform));
  const folder = commandPath(command.to, context);
  const seen = context.path?.kind === 'folder' ? context.path.text : null;
  if ((await folderIdentity(folder)) !== seen)
    return unknown(t('cli.export.otherFolder', { folder: shellWord(folder) }));
  if (chosen.value.length === 0) {
    tell(t('cli.orders.none'));
    if (command.json) context.write(exportJson(null, new Map(), context));
    return exitCodes.fine;
  }
  await context.prepare();
  const wishes = { autoRefresh: command.keepUpdated ? true : null, command: run.value };
  const exports = services.exportInto(folder, command.acceptWarnings, wishes);
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
    const { code, job, refusals } = await follow(jobId, exports, command, wishes, quiet);
    if (context.signal.aborted) return code;
    const left = await services.copyWriter.runDue(new Set(chosen.value.map(({ id }) => id)));
    // Servers are reloaded before the command ends.
    await services.reloadCommands.settled();
    const commandCode = job === null ? exitCodes.fine : tellFailedCommands(job, left, context);
    const current = (job?.items ?? []).filter(
      ({ state, orderId }) => state === 'current' && !refusals.has(orderId),
    );
    const wished = applyWishes(
      current.flatMap(({ copyId }) => copyId ?? []),
      wishes,
      context,
    );
    const wishedCode = wished.ok ? exitCodes.fine : tellError(wished.error, context);
    if (command.json && job !== null) context.write(exportJson(job, refusals, context));
    return worstCode([code, commandCode, wishedCode]);
  } finally {
    exports.dispose();
    await exports.settled().catch(() => undefined);
  }
}

async function follow(
  jobId: string,
  exports: ExportService,
  command: ExportValues,
  wishes: FolderWishes,
  context: CommandContext,
): Promise<Followed> {
  const { signal, secret } = context;
  const stopped = (code: ExitCode): Followed => ({ code, job: null, refusals: new Map() });
  const reached = (...phases: readonly ExportJobView['phase'][]) =>
    waitUntil(() => phases.some((phase) => exports.view()?.phase === phase), context, exports.onDidChange);
  await reached('review', 'done');
  if (secret !== null) await exports.recognize(jobId, secret);
  if (signal.aborted) return stopped(exitCodes.interrupted);
  const review = exports.view();
  if (review === null) return stopped(exitCodes.attention);
  tellFindings(review, context);
  const refusals = new Map<string, NotWritten>();
  const ready = review.items.filter(({ state }) => state === 'ready');
  if (review.phase === 'review') {
    const asked = exports.ordersToAccept(jobId);
    for (const [orderId, refusal] of refusalsOf(ready, asked, review, command, context))
      refusals.set(orderId, refusal);
  }
  const wanted = review.items.filter(
    ({ state, orderId }) => (state === 'ready' && !refusals.has(orderId)) || state === 'current',
  );
  if (wanted.length > 0 && !(await areWishesAgreed(wanted, review.target, wishes, context))) {
    if (signal.aborted) return stopped(exitCodes.interrupted);
    for (const { orderId } of wanted) refusals.set(orderId, { kind: 'notAgreed' });
  }
  if (review.phase === 'review' && ready.every(({ orderId }) => refusals.has(orderId))) exports.cancel(jobId);
  else if (review.phase === 'review') {
    const conflicts = command.conflicts ?? 'keepOthers';
    const confirmed = await exports.confirm(jobId, conflicts, secret, new Set(refusals.keys()));
    if (!confirmed.ok) {
      const { error } = confirmed;
      for (const { orderId } of ready) refusals.set(orderId, error);
      return { code: tellError(error, context), job: review, refusals };
    }
    await reached('done');
    if (signal.aborted) return stopped(exitCodes.interrupted);
  }
  const job = exports.view();
  if (job === null) return stopped(exitCodes.attention);
  if (job.error !== null) return { code: tellError(job.error, context), job, refusals };
  const codes = job.items.map((item) =>
    refusals.has(item.orderId) ? exitCodes.attention : sayItem(item, job, context),
  );
  return { code: worstCode(codes), job, refusals };
}

/** Explains of which orders nothing is written. @param asked ids of the orders that the warnings of the folder are about */
function refusalsOf(
  ready: readonly ExportItemView[],
  asked: readonly string[],
  { target }: ExportJobView,
  { conflicts, acceptWarnings }: ExportValues,
  { t, tell }: CommandContext,
): Refusals {
  const isTaken = ({ isUpdate, conflicts: names }: ExportItemView) => !isUpdate && names.length > 0;
  const taken = conflicts === null ? ready.filter(isTaken) : [];
  const rest = acceptWarnings ? [] : ready.filter((item) => !taken.includes(item));
  const unreviewed = rest.filter(({ review }) => review.length > 0);
  const warned = rest.filter((item) => !unreviewed.includes(item) && asked.includes(item.orderId));
  if (taken.length > 0) {
    tell(t('cli.export.conflicts'), 'conflicts');
    for (const { folder, conflicts: names } of taken)
      for (const name of names) tell(`  ${shellWord(join(target, folder, name))}`);
  }
  const about = (items: readonly ExportItemView[]) => ({
    count: items.length,
    titles: listed(
      items.map(({ title }) => title),
      t,
    ),
  });
  if (unreviewed.length > 0) tell(t('cli.export.reviewFirst', about(unreviewed)), 'needsReview');
  if (warned.length > 0) tell(t('cli.export.acceptFirst', about(warned)), 'folderWarnings');
  const refused = (items: readonly ExportItemView[], kind: 'conflicts' | 'needsReview' | 'folderWarnings') =>
    items.map(({ orderId }) => [orderId, { kind }] as const);
  return new Map([
    ...refused(taken, 'conflicts'),
    ...refused(unreviewed, 'needsReview'),
    ...refused(warned, 'folderWarnings'),
  ]);
}
