import type { LeafIdentity } from '#main/orders/renewals/orderHistories.ts';
import { inSlices, type Steps } from '#main/platform/slices.ts';
import { inventoryMetrics, leavesIn } from '#main/reporting/metrics/inventoryMetrics.ts';
import { parseTagKeys } from '#main/reporting/metrics/tagLabels.ts';
import { ok, type Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { writtenResult } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { writeParts } from '../writeParts.ts';

/** `notafter metrics`: prints the stored state of all orders for Prometheus. */
async function runMetrics({ options }: Given<'tag-label'>, context: CommandContext): Promise<ExitCode> {
  const { 'tag-label': tagKeys } = options;
  const { services, holder, t, unknown } = context;
  const tagLabels = tagKeys === null ? [] : parseTagKeys(tagKeys);
  if (typeof tagLabels === 'string') return unknown(t('cli.metrics.badKey', { word: cleanText(tagLabels) }));
  await context.prepare();
  const taken = await services.inventories.takeWithFiles(null);
  if (!taken.ok) return tellError(taken.error, context);
  const leaves = await inSlices(identitiesOf([...leavesIn(taken.value)], context));
  if (!leaves.ok) return tellError(leaves.error, context);
  const overdueMs = holder === 'command' ? null : services.poller.overdueMs();
  await writeParts(inventoryMetrics({ ...taken.value, leaves: leaves.value, tagLabels, overdueMs }), context);
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
    const some = services.histories.identities(fingerprints.slice(start, start + CERTIFICATES_AT_ONCE));
    if (!some.ok) return some;
    for (const [fingerprint, identity] of some.value) found.set(fingerprint, identity);
    yield;
  }
  return ok(found);
}

export const metrics = { run: runMetrics, result: writtenResult };
