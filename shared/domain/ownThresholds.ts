import type { OrderRow } from './order.ts';
import {
  type OwnThresholds,
  type TagThresholds,
  type ThresholdSettings,
  type Windows,
  windowsFor,
} from './thresholds.ts';
import { parseThreshold, type Threshold, typedWindows } from './typedThreshold.ts';

/** The facts that decide the thresholds of an order. */
export type ThresholdOrder = Pick<OrderRow, 'notBefore' | 'notAfter' | 'tags' | 'thresholds'>;

/** The thresholds that apply to an order instead of those for all. */
export interface AppliedThresholds extends OwnThresholds, Windows {
  /** Whose they are; `null`: the order's own. */
  readonly tag: string | null;
}

/**
 * The thresholds of one order: its own before those of its tags, and of several tags the earlier warning. @returns `null`
 * if those for all orders apply
 */
export function appliedThresholds(
  order: ThresholdOrder,
  ofTags: readonly TagThresholds[],
): AppliedThresholds | null {
  const { tags, thresholds } = order;
  if (thresholds !== null) return applied(thresholds, null, order);
  if (ofTags.length === 0 || tags.length === 0) return null;
  const own = new Set(tags.map((tag) => tag.toLowerCase()));
  return ofTags
    .filter(({ tag }) => own.has(tag.toLowerCase()))
    .map((each) => applied(each, each.tag, order))
    .reduce<AppliedThresholds | null>((first, each) => (isEarlier(each, first) ? each : first), null);
}

/** The windows of one order: by its own thresholds, those of its tags, or those for all. Without a lifetime, the days count in full. */
export function orderWindows(order: ThresholdOrder, settings: ThresholdSettings): Windows {
  return (
    appliedThresholds(order, settings.tagThresholds) ?? windowsFor(order.notBefore, order.notAfter, settings)
  );
}

function isEarlier(one: Windows, other: Windows | null): boolean {
  if (other === null) return true;
  return one.warningMs === other.warningMs
    ? one.criticalMs > other.criticalMs
    : one.warningMs > other.warningMs;
}

function applied(
  { warning, critical }: OwnThresholds,
  tag: string | null,
  order: ThresholdOrder,
): AppliedThresholds {
  const windows = typedWindows(order, { warning: parsed(warning), critical: parsed(critical) });
  return { ...windows, warning, critical, tag };
}

/** Texts that were parsed: thousands of orders have the same. */
const known = new Map<string, Threshold | null>();
const KNOWN_MAX = 1000;

function parsed(text: string): Threshold | null {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const threshold = parseThreshold(text);
  known.set(text, threshold);
  return threshold;
}
