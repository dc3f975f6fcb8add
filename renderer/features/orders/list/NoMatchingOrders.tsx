import { SearchX } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { changeFilter, noFilter, useViewStore } from '#renderer/stores/viewStore.ts';
import { SearchOperators, SearchProblems } from './SearchHint.tsx';
import { useSearchQuery } from './useShownOrders.ts';

/** Shown instead of the list when no order matches the filter: why, how to search, and a button that clears it. */
export function NoMatchingOrders() {
  const t = useT();
  const search = useViewStore((view) => view.filter.search);
  const query = useSearchQuery(search);
  return (
    <EmptyState
      icon={SearchX}
      title={t('orders.empty.noMatchTitle')}
      actions={<Button onClick={() => changeFilter(noFilter)}>{t('orders.empty.showAll')}</Button>}
    >
      {query.problems.length > 0 ? <SearchProblems query={query} /> : t('orders.empty.noMatchText')}
      {search !== '' && (
        <div className="mt-4 flex justify-center">
          <SearchOperators />
        </div>
      )}
    </EmptyState>
  );
}
