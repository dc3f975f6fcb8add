import { create } from 'zustand';
import type { ExportContainer, ExportPart } from '#shared/domain/export.ts';

/** What a person wants of an export: which files, in a folder or in one ZIP file. */
export interface ExportWishes {
  readonly presetId: string;
  /** Which of the four PEM files. Of the preset `pem` alone. */
  readonly parts: ReadonlySet<ExportPart>;
  readonly container: ExportContainer;
}

interface LastPreset {
  readonly presetId: string;
}

/** The preset that the last export of this session was started with; until then all PEM files. */
export const useLastPreset = create<LastPreset>()(() => ({ presetId: 'pem' }));

/** Remembers a preset for the next export. */
export function keepLastPreset(presetId: string): void {
  useLastPreset.setState({ presetId });
}
