import type { ReactNode } from 'react';

/** One page of the export dialog: the dialog itself stays, so that nothing jumps between pages. */
export interface ExportPage {
  readonly title: string;
  readonly description?: string;
  readonly body: ReactNode;
  readonly buttons: ReactNode;
  /** Whether a click beside the dialog closes it. */
  readonly closesLightly: boolean;
  readonly onClose: () => void;
}
