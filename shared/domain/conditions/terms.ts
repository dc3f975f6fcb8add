import { type AppliedThresholds, appliedThresholds, type ThresholdOrder } from '../ownThresholds.ts';
import type { Settings } from '../settings.ts';
import { type ThresholdSettings, windowMs } from '../thresholds.ts';
import type { Terms } from './condition.ts';

type TermSettings = ThresholdSettings & Pick<Settings, 'pollIntervalMinutes'>;

/** From what it follows when an order is critical. */
export const criticalSettings = ['criticalDays', 'criticalLifetimeDivisor', 'tagThresholds'] as const;

/** The last settings and their terms: thousands of orders ask one after another. */
let last: { readonly settings: TermSettings; readonly terms: Terms } | null = null;

/** The terms of these settings. Without a lifetime, the days count in full. */
export function termsOf(settings: TermSettings): Terms {
  if (last?.settings !== settings) last = { settings, terms: createTerms(settings) };
  return last.terms;
}

function createTerms(settings: TermSettings): Terms {
  const { warningDays, criticalDays, tagThresholds, pollIntervalMinutes } = settings;
  const windowOf = ({ notBefore, notAfter }: ThresholdOrder, days: number, divisor: number) =>
    windowMs(notBefore, notAfter, days, divisor);
  const own = ownThresholdsOf(tagThresholds);
  return {
    warningMs: (order) =>
      own(order)?.warningMs ?? windowOf(order, warningDays, settings.warningLifetimeDivisor),
    criticalMs: (order) =>
      own(order)?.criticalMs ?? windowOf(order, criticalDays, settings.criticalLifetimeDivisor),
    own,
    pollIntervalMinutes,
  };
}

/** Found once for each row, which never changes. */
function ownThresholdsOf(tagThresholds: Settings['tagThresholds']): Terms['own'] {
  const known = new WeakMap<ThresholdOrder, AppliedThresholds | null>();
  return (order) => {
    if (order.thresholds === null && (order.tags.length === 0 || tagThresholds.length === 0)) return null;
    let found = known.get(order);
    if (found === undefined) {
      found = appliedThresholds(order, tagThresholds);
      known.set(order, found);
    }
    return found;
  };
}
