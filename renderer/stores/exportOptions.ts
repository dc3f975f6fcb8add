import { create } from 'zustand';
import type { ExportContainer, ExportPart } from '#shared/domain/export.ts';

/** What the user has chosen for an export. */
export interface ExportOptions {
  readonly presetId: string;
  /** The PEM files to write. Used by the preset `pem` only. */
  readonly parts: ReadonlySet<ExportPart>;
  readonly container: ExportContainer;
}

interface LastPreset {
  readonly presetId: string;
}

/** The preset of the last export in this session, initially `pem`. */
export const useLastPreset = create<LastPreset>()(() => ({ presetId: 'pem' }));

/** Remembers a preset for the next export. */
export function keepLastPreset(presetId: string): void {
  useLastPreset.setState({ presetId });
}
