import { useMemo } from 'react';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { CopyRow } from './CopyRow.tsx';
import { refreshable } from './copyAttention.ts';
import { RefreshAll } from './RefreshAll.tsx';

/** The exported files of an order that the app tracks; hidden if there are none. */
export function CopiesSection({ orderId }: { readonly orderId: string }) {
  const t = useT();
  const copies = useApp((app) => app.copies);
  const own = useMemo(() => copies.filter((copy) => copy.orderId === orderId), [copies, orderId]);
  if (own.length === 0) return null;
  const ids = refreshable(own);
  return (
    <PanelSection title={t('copies.title')}>
      <ul className="flex flex-col gap-2">
        {own.map((copy) => (
          <CopyRow key={copy.id} copy={copy} />
        ))}
      </ul>
      {ids.length > 1 && (
        <div>
          <RefreshAll ids={ids} />
        </div>
      )}
    </PanelSection>
  );
}
