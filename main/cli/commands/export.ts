import { join } from 'node:path';
import type { FolderWishes } from '#main/deployment/export/exportDestination.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { type ExportProof, speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { instant } from '#shared/domain/orderFields.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import type { AppError } from '#shared/errors.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { cleanText } from '#shared/text.ts';
import { type AnswerOf, about, answerSchema, reason, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { commandPath, folderIdentity } from '../commandPath.ts';
import { type CommandContext, errorText, shellWord, tellError, waitUntil } from '../context.ts';
import { type ExitCode, exitCodes, worstCode } from '../exitCodes.ts';
import { listed, sayItem, tellFailedCommands, tellFindings } from '../exportReport.ts';
import { findPreset } from '../findPreset.ts';
import { applyWishes, areWishesAgreed, readCommand } from '../folderWishes.ts';
import { pickListed, pickProblemText } from '../pickOrders.ts';

type GivenExport = Given<'run', 'replace' | 'keep' | 'accept-warnings' | 'keep-updated', 'preset' | 'to'>;

type OrderValue = AnswerOf<typeof exportResult>['orders'][number];

/** Why an export wrote nothing: an error, or a question that no option answers. */
type NotWritten = AppError | { readonly kind: (typeof questions)[number] };

const questions = ['conflicts', 'needsReview', 'folderWarnings', 'notAgreed'] as const;

/** Why files of some orders are not written, by the ids of the orders. */
type Refusals = ReadonlyMap<string, NotWritten>;

/** What came of an export. `job`: as it is now, `null` when it has gone. */
interface Followed {
  readonly code: ExitCode;
  readonly job: ExportJobView | null;
  readonly refusals: Refusals;
}

/** `notafter export`: fetches the certificates of orders, writes their files into a folder, and verifies them. */
async function runExport({ words, options }: GivenExport, context: CommandContext): Promise<ExitCode> {
  const { base, services, t, unknown, tell } = context;
  const chosen = pickListed(words, context);
  if (!chosen.ok) return unknown(pickProblemText(chosen.error, context));
  const preset = findPreset(options.preset, context);
  if (preset === null) return exitCodes.unknown;
  if (needsPassphrase(preset) && context.secret === null)
    return unknown(t('cli.export.passphraseMissing', { preset: cleanText(presetTitle(preset, t)) }));
  if (needsPassphrase(preset) && options['keep-updated'])
    return unknown(t('cli.export.notKept', { preset: cleanText(presetTitle(preset, t)) }));
  const run = await readCommand(options.run, context);
  if (!run.ok) return unknown(errorText(run.error, t, base.desktop.platform));
  const folder = commandPath(options.to, context);
  const seen = context.path?.kind === 'folder' ? context.path.text : null;
  if ((await folderIdentity(folder)) !== seen)
    return unknown(t('cli.export.otherFolder', { folder: shellWord(folder) }));
  if (chosen.value.length === 0) {
    tell(t('cli.orders.none'));
    answerWith(null, new Map(), context);
    return exitCodes.fine;
  }
  await context.prepare();
  const wishes = { autoRefresh: options['keep-updated'] ? true : null, command: run.value };
  const exports = services.exportInto(folder, options['accept-warnings'], wishes);
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
    const { code, job, refusals } = await follow(jobId, exports, options, wishes, context);
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
    if (job !== null) answerWith(job, refusals, context);
    return worstCode([code, commandCode, wishedCode]);
  } finally {
    exports.dispose();
    await exports.settled().catch(() => undefined);
  }
}

async function follow(
  jobId: string,
  exports: ExportService,
  options: GivenExport['options'],
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
    for (const [orderId, refusal] of refusalsOf(ready, asked, review, options, context))
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
    const conflicts = options.replace ? 'replace' : options.keep ? 'keep' : 'keepOthers';
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
  { replace, keep, 'accept-warnings': acceptWarnings }: GivenExport['options'],
  { t, tell }: CommandContext,
): Refusals {
  const isTaken = ({ isUpdate, conflicts: names }: ExportItemView) => !isUpdate && names.length > 0;
  const taken = replace || keep ? [] : ready.filter(isTaken);
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

/**
 * Answers what came of an export, for programs.
 * @param job `null`: there is no order
 * @param refusals why files were not written, by the ids of their orders
 */
function answerWith(
  job: ExportJobView | null,
  refusals: ReadonlyMap<string, NotWritten>,
  { services, answer }: CommandContext,
): void {
  const { items, warnings, target } = job ?? { items: [], warnings: [], target: '' };
  const orders = items.map((item): OrderValue => {
    const order = services.orderList.get(item.orderId);
    const paths = (names: readonly string[]) => names.map((name) => join(target, item.folder, name));
    return {
      id: item.orderId,
      rid: order === null ? '' : serviceKey(order),
      title: item.title,
      fingerprint256: item.leaf?.fingerprint256 ?? null,
      notAfter: instant(item.leaf?.notAfter ?? null),
      ...outcomeOf(item, refusals.get(item.orderId) ?? job?.error ?? null),
      folder: join(target, item.folder),
      files: item.files.map((file) => join(target, file)),
      conflicts: paths(item.conflicts),
      review: item.review.map(({ kind }) => kind),
      proof: item.proof === null ? null : proofValue(item.proof),
    };
  });
  answer<typeof exportResult>({
    changed: orders.some(({ result }) => result === 'written'),
    warnings: warnings.map(({ kind }) => kind),
    orders,
  });
}

function outcomeOf(
  { state, error }: ExportItemView,
  notWritten: NotWritten | null,
): Pick<OrderValue, 'result' | 'reason'> {
  if (error !== null) return { result: 'failed', reason: error.kind };
  const reason = notWritten?.kind ?? null;
  if (questions.some((question) => question === reason)) return { result: 'refused', reason };
  if (state === 'written' || state === 'current' || state === 'kept') return { result: state, reason: null };
  return { result: 'failed', reason };
}

function proofValue(proof: ExportProof): NonNullable<OrderValue['proof']> {
  const reason = proof.kind === 'proven' ? null : proof.reason;
  const refusals = proof.kind === 'notProven' ? (proof.refusals ?? []) : [];
  const refusedBy = [...new Set(refusals.flatMap(({ clients }) => clients))];
  return { kind: proof.kind, reason, isRefused: speaksAgainstFiles(proof), refusedBy };
}

/** The JSON of `export --json`. */
export const exportResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether files were written.'),
    warnings: z.array(z.string()).describe('What speaks against the folder: words that do not change.'),
    orders: z.array(
      z.strictObject({
        ...about(z),
        fingerprint256: z.string().nullable().describe('SHA-256 of the server certificate.'),
        notAfter: z.iso.datetime().nullable(),
        result: z
          .enum(['written', 'current', 'kept', 'refused', 'failed'])
          .describe(
            'current: the files have this certificate already. refused: a question was not answered.',
          ),
        reason: reason(z),
        folder: z.string(),
        files: z.array(z.string()).describe('The written files, with their folders.'),
        conflicts: z.array(z.string()).describe('Existing files, with their folders.'),
        review: z.array(z.string()).describe('What to review of the certificate: words that do not change.'),
        proof: z
          .strictObject({
            kind: z.enum(['proven', 'notProven', 'notTried']),
            reason: reason(z),
            isRefused: z.boolean().describe('Whether servers or clients would refuse the files.'),
            refusedBy: z
              .array(z.string())
              .describe('Clients that refuse the certificate, while the rules of OpenSSL accept it.'),
          })
          .nullable()
          .describe('The TLS handshake with the written files.'),
      }),
    ),
  });

export const exportFiles = { run: runExport, result: exportResult };
