import { z } from '../zod.ts';

/** What the window shows again when it is opened the next time. */
export const windowViewSchema = z
  .object({
    /** How the list is sorted. */
    sort: z
      .object({
        key: z.enum(['expiry', 'name', 'status', 'connection', 'confirmed']),
        descending: z.boolean(),
      })
      .readonly(),
    /** Whether the list is grouped by tags. Earlier versions did not store it. */
    isGroupedByTag: z.boolean().default(false),
    /** The order in the details; `null`: they are closed. */
    openOrderId: z.string().min(1).max(100).nullable(),
  })
  .readonly();

export type WindowView = z.infer<typeof windowViewSchema>;
export type Sort = WindowView['sort'];
export type SortKey = Sort['key'];
