import { z } from 'zod';

/** A rectangle of the screen, in pixels. */
export interface ScreenArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const areaSchema: z.ZodType<ScreenArea> = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** The size of the screen of every session. */
export const screenSize = { width: 1920, height: 1080 };

export const wholeScreen: ScreenArea = { x: 0, y: 0, ...screenSize };
