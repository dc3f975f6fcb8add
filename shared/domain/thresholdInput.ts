import type { OwnThresholds, TagThresholds, ThresholdSettings } from './thresholds.ts';
import { parseThreshold, type Threshold } from './typedThreshold.ts';

/** As `parseThreshold`, where a number alone is in days, as with other plugins for certificates. */
export function readThreshold(text: string): Threshold | null {
  return parseThreshold(inDays(text));
}

/** Numbers alone with the letter of days. */
function inDays(text: string): string {
  return text.replace(/(?<=^|,)\d+(?=,|$)/gu, '$&d');
}

/** Whether a threshold is longer than another for every certificate, as far as both say the same kind of thing. */
export function isLonger(one: Threshold, other: Threshold): boolean {
  const isMore = (a: number | null, b: number | null) => a !== null && b !== null && a > b;
  return isMore(one.ms, other.ms) || isMore(one.share, other.share);
}

/** Maximum characters of a threshold. */
export const THRESHOLD_MAX = 20;

/** Why thresholds as they were typed can’t be used. */
export type ThresholdFault = 'warning' | 'critical' | 'criticalAboveWarning';

/**
 * Reads thresholds as they were typed: numbers alone are days, and spaces and full-width characters do not matter.
 * @returns them, or which is not one, or that the critical time is the longer one
 */
export function readOwnThresholds(typed: OwnThresholds): OwnThresholds | ThresholdFault {
  const [warning, critical] = [normalText(typed.warning), normalText(typed.critical)];
  const [one, other] = [parseThreshold(warning), parseThreshold(critical)];
  if (one === null) return 'warning';
  if (other === null) return 'critical';
  return isLonger(other, one) ? 'criticalAboveWarning' : { warning, critical };
}

function normalText(typed: string): string {
  return inDays(typed.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '').replaceAll('、', ','));
}

/** The thresholds for all orders as texts. */
export function generalTexts(settings: ThresholdSettings): OwnThresholds {
  const text = (days: number, divisor: number) => `${days}d,${Math.round(10_000 / divisor) / 100}%`;
  return {
    warning: text(settings.warningDays, settings.warningLifetimeDivisor),
    critical: text(settings.criticalDays, settings.criticalLifetimeDivisor),
  };
}

/** The thresholds of a tag, in whichever case it is written. */
export function thresholdsOfTag(all: readonly TagThresholds[], tag: string): TagThresholds | undefined {
  return all.find((each) => each.tag.toLowerCase() === tag.toLowerCase());
}

/** The list with other thresholds of a tag, or with `null` without it. */
export function withTagThresholds(
  all: readonly TagThresholds[],
  tag: string,
  thresholds: OwnThresholds | null,
): readonly TagThresholds[] {
  const former = thresholdsOfTag(all, tag);
  const others = all.filter((each) => each !== former);
  return thresholds === null ? others : [...others, { tag, ...thresholds }];
}
