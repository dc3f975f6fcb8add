import type { ExportProof } from '#shared/domain/export.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** The result of verifying exported files, and what to do if it failed. */
export function proofText(proof: ExportProof, t: Translate): string {
  if (proof.kind === 'proven') return t('exporting.proof.proven', proof);
  if (proof.kind === 'notTried') return t(`exporting.proof.notTried.${proof.reason}`);
  const text = t(`exporting.proof.notProven.${proof.reason}`);
  return proof.code === '' ? text : t('exporting.proof.withCode', { text, code: proof.code });
}
