import { join } from 'node:path';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import { type ExportProof, speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { instant } from '#shared/domain/orderFields.ts';
import type { AppError } from '#shared/errors.ts';
import type { z } from '#shared/zod.ts';
import type { CommandContext } from './context.ts';
import { jsonText } from './jsonText.ts';
import { about, reason, type Zod } from './results.ts';

type ExportValue = z.input<ReturnType<typeof exportResult>>;
type OrderValue = ExportValue['orders'][number];

/** Why an export wrote nothing: an error, or a question that no option answers. */
export type NotWritten = AppError | { readonly kind: (typeof questions)[number] };

const questions = ['conflicts', 'needsReview', 'folderWarnings', 'notAgreed'] as const;

/**
 * What came of an export as JSON for programs: its schema is below.
 * @param job `null`: there is no order
 * @param refusals why files were not written, by the ids of their orders
 */
export function exportJson(
  job: ExportJobView | null,
  refusals: ReadonlyMap<string, NotWritten>,
  { services }: CommandContext,
): string {
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
  const value: ExportValue = {
    schema: 1,
    changed: orders.some(({ result }) => result === 'written'),
    warnings: warnings.map(({ kind }) => kind),
    orders,
  };
  return jsonText(value);
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
  z.strictObject({
    schema: z.literal(1),
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
