import { browsers } from '../domain/clientRules.ts';
import type { ExportWarning } from '../domain/export.ts';
import type { ExportProof } from '../domain/exportProof.ts';

import { builtinPresetIds, type ExportPreset } from '../domain/presets/presets.ts';
import { visibleText } from '../text.ts';
import { clientsInLine, refusalTitle } from './faultText.ts';
import type { Translate } from './types.ts';

/** Why a folder is not a safe place for a private key. */
export function exportWarningText(warning: ExportWarning, t: Translate): string {
  switch (warning.kind) {
    case 'modeNotKept':
    case 'writableByOthers':
      return t(`exporting.warning.${warning.kind}`);
    case 'gitWorktree':
      return t(warning.isAsked ? 'exporting.warning.gitNotIgnored' : 'exporting.warning.gitUnknown', {
        worktree: visibleText(warning.worktree),
      });
    case 'cloudSynced':
      return t('exporting.warning.cloudSynced', warning);
    case 'networkFileSystem':
      return t('exporting.warning.networkFileSystem', warning);
  }
}

/** Result of verifying exported files, with what to do if it failed. */
export function proofText(proof: ExportProof, t: Translate): string {
  if (proof.kind === 'notTried') return t(`exporting.proof.notTried.${proof.reason}`);
  if (proof.kind === 'proven') {
    const values = { ...proof, clients: clientsInLine(['OpenSSL', ...browsers], t) };
    return t(
      proof.mustStaple === true ? 'exporting.proof.provenIfStapled' : 'exporting.proof.proven',
      values,
    );
  }
  if (proof.refusals !== undefined) {
    const refusals = proof.refusals
      .map((refusal) => refusalTitle(refusal, t))
      .join(t('common.listSeparator'));
    return t('exporting.proof.provenForSome', { refusals });
  }
  const text = t(`exporting.proof.notProven.${proof.reason}`);
  return proof.code === '' ? text : t('exporting.proof.withCode', { text, code: proof.code });
}

/** The name of a preset: the user's own, or the one in the catalogs. */
export function presetTitle({ id, name }: Pick<ExportPreset, 'id' | 'name'>, t: Translate): string {
  if (name !== null) return name;
  const builtin = builtinPresetIds.find((known) => known === id);
  return builtin === undefined ? id : t(`presets.names.${builtin}`);
}
