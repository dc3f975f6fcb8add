import { dirname } from 'node:path';
import { inventoryMetrics } from '#main/reporting/metrics/inventoryMetrics.ts';
import { parseTagKeys } from '#main/reporting/metrics/tagLabels.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { cleanText } from '#shared/text.ts';
import { reportPath } from '../commandPath.ts';
import { type CommandContext, folderProblem, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
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
  const inventory = services.inventory();
  if (!inventory.ok) return tellError(inventory.error, context);
  const leaves = services.leafIdentities();
  if (!leaves.ok) return tellError(leaves.error, context);
  const files = services.certificateFiles();
  const text = inventoryMetrics({ inventory: inventory.value, leaves: leaves.value, files, tagLabels });
  if (path === null) {
    write(text);
    return exitCodes.fine;
  }
  // node_exporter runs as another user, and the metrics have no secrets.
  const written = await writeReport(path, text, 'everyone');
  if (!written.ok) return tellError(written.error, context);
  if (json) write(writtenJson(path, written.value));
  return exitCodes.fine;
}
