import { z } from '../zod.ts';
import { textLimits } from './textLimits.ts';
import { readOwnThresholds, THRESHOLD_MAX } from './thresholdInput.ts';
import type { OwnThresholds } from './thresholds.ts';

/** Maximum number of tags with thresholds. */
const TAG_THRESHOLDS_MAX = 50;

/** A time, a share of the lifetime, or both. Whether the share is above 100 % is checked with both thresholds. */
const threshold = z
  .string()
  .max(THRESHOLD_MAX)
  .regex(/^(?:\d{1,6}[smhdw](?:,\d{1,3}(?:\.\d{1,2})?%)?|\d{1,3}(?:\.\d{1,2})?%(?:,\d{1,6}[smhdw])?)$/u);

const fields = { warning: threshold, critical: threshold };

const isUsable = (thresholds: OwnThresholds) => typeof readOwnThresholds(thresholds) === 'object';
const problem = { path: ['critical'], message: 'critical must not exceed warning' };

/** When to warn of an order, instead of as for all. */
export const ownThresholdsSchema = z.strictObject(fields).refine(isUsable, problem).readonly();

/** When to warn of the orders with these tags, each tag once. */
export const tagThresholdsSchema = z
  .array(
    z
      .strictObject({ tag: z.string().min(1).max(textLimits.tag), ...fields })
      .refine(isUsable, problem)
      .readonly(),
  )
  .max(TAG_THRESHOLDS_MAX)
  .refine((all) => new Set(all.map(({ tag }) => tag.toLowerCase())).size === all.length, {
    message: 'each tag once',
  })
  .readonly();
