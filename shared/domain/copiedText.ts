import { z } from 'zod';

/** The longest line that the page may put on the clipboard, in characters. */
export const COPIED_LINE_MAX = 10_000;

const id = z.string().min(1).max(100);

/**
 * What the page puts on the clipboard: one line as it is, or text that main has. `snippet`, `gitIgnore`: of the export
 * that is shown; `output`: what the command of a copy printed.
 */
export const copiedTextSchema = z.union([
  z.string().min(1).max(COPIED_LINE_MAX),
  z.object({ of: z.literal('snippet'), orderId: id }),
  z.object({ of: z.literal('gitIgnore') }),
  z.object({ of: z.literal('output'), copyId: id }),
]);

export type CopiedText = z.infer<typeof copiedTextSchema>;
