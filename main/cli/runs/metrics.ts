import { dirname } from 'node:path';
import type { LeafIdentity } from '#main/orders/renewals/orderHistories.ts';
import { inSlices, type Steps } from '#main/platform/slices.ts';
import { inventoryMetrics, leavesIn } from '#main/reporting/metrics/inventoryMetrics.ts';
import { parseTagKeys } from '#main/reporting/metrics/tagLabels.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { reportPath } from '../commandPath.ts';
import { type CommandContext, folderProblem, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { writeParts } from '../writeParts.ts';
import { writtenJson } from '../writtenJson.ts';

export interface MetricsValues {
  /** The file to write, relative to the current folder; `null`: standard output. */
  readonly out: string | null;
  /** The keys of tags that become labels, as they were typed; `null`: none. */
  readonly tagKeys: string | null;
  /** Only with a file. */
  readonly json: boolean;
}

/** `notafter metrics`: prints or writes the stored state of all orders for Prometheus. */
export async function runMetrics(
  { out, tagKeys, json }: MetricsValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, unknown, write } = context;
  const tagLabels = tagKeys === null ? [] : parseTagKeys(tagKeys);
  if (typeof tagLabels === 'string') return unknown(t('cli.metrics.badKey', { word: cleanText(tagLabels) }));
  const path = reportPath(out, context);
  const problem = path === null ? null : await folderProblem(dirname(path), context);
  if (problem !== null) return unknown(problem);
  await context.prepare();
  const taken = await services.inventories.takeWithFiles(null);
  if (!taken.ok) return tellError(taken.error, context);
  const leaves = await inSlices(identitiesOf([...leavesIn(taken.value)], context));
  if (!leaves.ok) return tellError(leaves.error, context);
  const overdueMs = services.isApp ? services.poller.overdueMs() : null;
  const parts = inventoryMetrics({ ...taken.value, leaves: leaves.value, tagLabels, overdueMs });
  if (path === null) {
    await writeParts(parts, context);
    return exitCodes.fine;
  }
  const chunks: Buffer[] = [];
  await writeParts(parts, { write: (text) => chunks.push(Buffer.from(text)) });
  // node_exporter runs as another user, and the metrics have no secrets.
  const written = await writeReport(path, chunks, 'everyone');
  if (!written.ok) return tellError(written.error, context);
  if (json) write(writtenJson(path, written.value));
  return exitCodes.fine;
}

/** Certificates whose names are read together. */
const CERTIFICATES_AT_ONCE = 100;

/** What names the certificates. It never changes, so it is of no moment. */
function* identitiesOf(
  fingerprints: readonly string[],
  { services }: CommandContext,
): Steps<Result<Map<string, LeafIdentity>>> {
  const found = new Map<string, LeafIdentity>();
  for (let start = 0; start < fingerprints.length; start += CERTIFICATES_AT_ONCE) {
    const some = services.leafIdentities(fingerprints.slice(start, start + CERTIFICATES_AT_ONCE));
    if (!some.ok) return some;
    for (const [fingerprint, identity] of some.value) found.set(fingerprint, identity);
    yield;
  }
  return ok(found);
}
