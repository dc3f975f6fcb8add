import { sha256Hex } from '#main/platform/sha256.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { PresetFile, PresetSwitching } from '#shared/domain/preset.ts';
import type { ExportBundle } from './exportDestination.ts';

/** One file as it was written. */
export interface WrittenFile {
  /** One safe path component. */
  readonly name: string;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  readonly size: number;
  /** Permission bits, such as 0o600. */
  readonly mode: number;
  readonly hasKey: boolean;
}

/** The files of one order that are in a folder for good. */
export interface WrittenBundle {
  readonly orderId: string;
  readonly presetId: string;
  /** The folder that the person chose, links resolved. */
  readonly target: string;
  /** The order's own folder in it: one safe path component, or empty. */
  readonly folder: string;
  readonly switching: PresetSwitching;
  /** Name of the directory, in the bundle's folder, with the files that these replaced; `null`: none was kept. */
  readonly former: string | null;
  /** What the person was told about the target and agreed to. */
  readonly agreed: readonly string[];
  readonly leaf: CertificateFacts;
  readonly chainComplete: boolean;
  /** What the files were made by, in their order. */
  readonly layout: readonly PresetFile[];
  readonly files: readonly WrittenFile[];
}

/** What is to be known of the files of a bundle once their content is let go of. */
export function digestsOf(bundle: ExportBundle | null): readonly WrittenFile[] {
  return (bundle?.files ?? []).map(({ name, content, mode, secret }) => ({
    name,
    sha256: sha256Hex(content),
    size: content.length,
    mode,
    hasKey: secret,
  }));
}
