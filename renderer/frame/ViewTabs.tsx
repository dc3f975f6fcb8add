import { Tabs } from '#renderer/components/Tabs.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showView, useViewStore } from '#renderer/stores/viewStore.ts';
import { isWaiting } from '#shared/domain/delivery.ts';
import { useOfferedViews, VIEW_TABS } from './views.ts';

/** The choice between the orders, the timeline and, where there is one, the inbox with how much waits there. */
export function ViewTabs() {
  const t = useT();
  const view = useViewStore((state) => state.view);
  const offered = useOfferedViews();
  const waiting = useApp((app) => app.inbox.filter(isWaiting).length);
  return (
    <Tabs
      label={t('inbox.nav.label')}
      idPrefix={VIEW_TABS}
      value={view}
      tabs={offered.map((value) => ({
        value,
        label: value === 'timeline' ? t('timeline.tab') : t(`inbox.nav.${value}`),
        ...(value === 'inbox' ? { mark: <Waiting count={waiting} /> } : {}),
      }))}
      onValueChange={showView}
    />
  );
}

function Waiting({ count }: { readonly count: number }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <span className="inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-amber-soft px-1 text-2xs font-semibold text-amber tabular">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('inbox.nav.waiting', { count })}</span>
    </span>
  );
}
