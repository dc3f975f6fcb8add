import { Pencil } from 'lucide-react';
import { Fact } from '#renderer/components/FactList.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { appliedThresholds, orderWindows, type ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import { HOUR_MS, type ThresholdSettings, type Windows } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** When it is warned of the order and why then, with a button to change it. */
export function ThresholdsFact({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const settings = useApp((app) => app.settings);
  return (
    <Fact name={t('orders.thresholds.title')}>
      <span className="flex items-start gap-1">
        <span className="min-w-0 flex-1">{thresholdSentence(row, settings, t)}</span>
        <IconButton
          icon={Pencil}
          size="sm"
          label={t('verbs.thresholds')}
          onClick={() => openDialog({ kind: 'thresholds', orderIds: [row.id] })}
        />
      </span>
    </Fact>
  );
}

/** When it is warned of an order, and why then: in one sentence. */
function thresholdSentence(order: ThresholdOrder, settings: ThresholdSettings, t: Translate): string {
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
