import type { ExportProof, ExportWarning } from '#shared/domain/export.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { builtinPresetIds } from '#shared/domain/preset.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { visibleText } from '#shared/text.ts';

/** What there is to know of a target before a key is written there. */
export function warningText(warning: ExportWarning, t: Translate): string {
  switch (warning.kind) {
    case 'modeNotKept':
    case 'writableByOthers':
      return t(`exporting.warning.${warning.kind}`);
    case 'gitWorktree':
      return t(`exporting.warning.${warning.isAsked ? 'gitNotIgnored' : 'gitUnknown'}`, {
        worktree: visibleText(warning.worktree),
      });
    case 'cloudSynced':
      return t('exporting.warning.cloudSynced', { service: warning.service });
    case 'networkFileSystem':
      return t('exporting.warning.networkFileSystem', { protocol: warning.protocol });
  }
}

/** What a server and a client made of the files. */
export function proofText(proof: ExportProof, t: Translate): string {
  if (proof.kind === 'proven') {
    const { servername, protocol } = proof;
    return t('exporting.proof.proven', { servername, protocol });
  }
  if (proof.kind === 'notTried') return t(`exporting.proof.notTried.${proof.reason}`);
  const text = t(`exporting.proof.notProven.${proof.reason}`);
  return proof.code === '' ? text : t('exporting.proof.withCode', { text, code: proof.code });
}

/** What a preset is called in the window. */
export function presetName({ id, name }: ExportPreset, t: Translate): string {
  const builtin = builtinPresetIds.find((known) => known === id);
  return name ?? (builtin === undefined ? id : t(`presets.names.${builtin}`));
}
