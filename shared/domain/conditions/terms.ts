import type { Settings } from '../settings.ts';
import { DAY_MS, type ThresholdSettings, windowMs } from '../thresholds.ts';
import type { Terms, Validity } from './condition.ts';

type TermSettings = ThresholdSettings & Pick<Settings, 'pollIntervalMinutes'>;

/** The last settings and their terms: thousands of orders ask one after another. */
let last: { readonly settings: TermSettings; readonly terms: Terms } | null = null;

/** The terms of these settings. Without a lifetime, the days count in full. */
export function termsOf(settings: TermSettings): Terms {
  if (last?.settings !== settings) last = { settings, terms: createTerms(settings) };
  return last.terms;
}

function createTerms(settings: TermSettings): Terms {
  const { warningDays, criticalDays, pollIntervalMinutes } = settings;
  const windowOf = ({ notBefore, notAfter }: Validity, days: number, divisor: number) =>
    notBefore === null || notAfter === null ? days * DAY_MS : windowMs(notBefore, notAfter, days, divisor);
  return {
    warningMs: (validity) => windowOf(validity, warningDays, settings.warningLifetimeDivisor),
    criticalMs: (validity) => windowOf(validity, criticalDays, settings.criticalLifetimeDivisor),
    pollIntervalMinutes,
  };
}
