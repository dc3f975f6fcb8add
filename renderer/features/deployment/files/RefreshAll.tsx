import { RefreshCw } from 'lucide-react';
import { WorkButton } from '#renderer/components/Button.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { refreshCopies } from './copyActions.ts';

/** Updates exported files that have become outdated. */
export function RefreshAll({ ids }: { readonly ids: readonly string[] }) {
  const t = useT();
  return (
    <WorkButton size="sm" icon={RefreshCw} work={() => refreshCopies(ids)}>
      {t('copies.refreshAll', { count: ids.length })}
    </WorkButton>
  );
}
