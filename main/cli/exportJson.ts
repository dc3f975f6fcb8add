import { join } from 'node:path';
import { instant } from '#main/reporting/report/inventoryJson.ts';
import {
  type ExportItemView,
  type ExportJobView,
  type ExportProof,
  speaksAgainstFiles,
} from '#shared/domain/export.ts';
import { serviceKey } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from './commandContext.ts';
import type { exportSchema } from './commandSchemas.ts';

type ExportValue = z.input<typeof exportSchema>;
type OrderValue = ExportValue['orders'][number];

/** Why an export wrote nothing: an error, or a question that no option answers. */
export type NotWritten = AppError | { readonly kind: (typeof refusals)[number] };

const refusals = ['conflicts', 'needsReview', 'folderWarnings'] as const;

/** What came of an export as JSON for programs: `commandSchemas.ts`. */
export function exportJson(
  { items, warnings, target }: ExportJobView,
  notWritten: NotWritten | null,
  { services }: CommandContext,
): string {
  const orders = items.map((item): OrderValue => {
    const order = services.orders.get(item.orderId);
    const paths = (names: readonly string[]) => names.map((name) => join(target, item.folder, name));
    return {
      id: item.orderId,
      rid: order === null ? '' : serviceKey(order),
      title: item.title,
      fingerprint256: item.leaf?.fingerprint256 ?? null,
      notAfter: instant(item.leaf?.notAfter ?? null),
      ...outcomeOf(item, notWritten),
      folder: join(target, item.folder),
      files: item.files.map((file) => join(target, file)),
      conflicts: paths(item.conflicts),
      review: item.review.map(({ kind }) => kind),
      proof: item.proof === null ? null : proofValue(item.proof),
    };
  });
  const value: ExportValue = {
    schema: 1,
    changed: orders.some(({ result }) => result === 'written'),
    warnings: warnings.map(({ kind }) => kind),
    orders,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function outcomeOf(
  { state, error }: ExportItemView,
  notWritten: NotWritten | null,
): Pick<OrderValue, 'result' | 'reason'> {
  if (error !== null) return { result: 'failed', reason: error.kind };
  if (state === 'written' || state === 'current' || state === 'kept') return { result: state, reason: null };
  const reason = notWritten?.kind ?? null;
  return { result: refusals.some((refusal) => refusal === reason) ? 'refused' : 'failed', reason };
}

function proofValue(proof: ExportProof): NonNullable<OrderValue['proof']> {
  const reason = proof.kind === 'proven' ? null : proof.reason;
  return { kind: proof.kind, reason, isRefused: speaksAgainstFiles(proof) };
}
