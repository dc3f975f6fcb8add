import { SearchX } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { changeFilter, noFilter } from '#renderer/stores/viewStore.ts';

/** That no order fits what was searched for, and the way back to all. */
export function NoMatch() {
  const t = useT();
  return (
    <EmptyState
      icon={SearchX}
      title={t('orders.empty.noMatchTitle')}
      actions={<Button onClick={() => changeFilter(noFilter)}>{t('orders.empty.showAll')}</Button>}
    >
      {t('orders.empty.noMatchText')}
    </EmptyState>
  );
}
