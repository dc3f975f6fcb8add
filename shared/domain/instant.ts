import { z } from '../zod.ts';

/** The last instant that a date can have, Unix ms. The first one is as far before 1970. */
export const LAST_INSTANT_MS = 8.64e15;

/** Whether a value is a time (Unix ms) that can be shown as a date. */
export function isInstant(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT_MS;
}

export function isInstantOrNull(value: unknown): value is number | null {
  return value === null || isInstant(value);
}

export const instantSchema = z.number().min(-LAST_INSTANT_MS).max(LAST_INSTANT_MS);
