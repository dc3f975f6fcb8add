import { z } from '#shared/zod.ts';

const pixels = z.int().min(-100_000).max(100_000);
const size = z.int().min(1).max(100_000);

/** Where the window was last, in pixels of the desktop: before it was maximized, if it is. */
export const windowBoundsSchema = z
  .object({ x: pixels, y: pixels, width: size, height: size, isMaximized: z.boolean() })
  .readonly();

export type WindowBounds = z.infer<typeof windowBoundsSchema>;
