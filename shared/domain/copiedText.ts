import { z } from '../zod.ts';

/** Maximum characters of a line that the page may copy. */
export const COPIED_LINE_MAX = 10_000;

const id = z.string().min(1).max(100);

/**
 * Text that the page copies: one literal line, or text that main holds. `snippet`, `gitIgnore`: of the current export;
 * `output`: what the command of a copy printed.
 */
export const copiedTextSchema = z.union([
  z.string().min(1).max(COPIED_LINE_MAX),
  z.object({ of: z.literal('snippet'), orderId: id }),
  z.object({ of: z.literal('gitIgnore') }),
  z.object({ of: z.literal('output'), copyId: id }),
]);

export type CopiedText = z.infer<typeof copiedTextSchema>;
