import { Pencil } from 'lucide-react';
import { Fact } from '#renderer/components/FactList.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { thresholdSentence } from './thresholdText.ts';

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
