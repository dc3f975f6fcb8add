import { appliedThresholds, orderWindows, type ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import { HOUR_MS, type ThresholdSettings, type Windows } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** When it is warned of an order, and why then: in one sentence. */
export function thresholdSentence(order: ThresholdOrder, settings: ThresholdSettings, t: Translate): string {
  const own = appliedThresholds(order, settings.tagThresholds);
  const times = windowTexts(orderWindows(order, settings), t);
  if (own === null) return t('orders.thresholds.ofAll', times);
  return own.tag === null
    ? t('orders.thresholds.ofOrder', times)
    : t('orders.thresholds.ofTag', { ...times, tag: own.tag });
}

/** Both windows in words, in whole hours. */
export function windowTexts({ warningMs, criticalMs }: Windows, t: Translate) {
  const words = (ms: number) => formatDuration(Math.round(ms / HOUR_MS) * HOUR_MS, t);
  return { warning: words(warningMs), critical: words(criticalMs) };
}
