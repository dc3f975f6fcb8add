import { TabList } from '#renderer/components/Tabs.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { Projection } from '#renderer/stores/mirror.ts';
import { type MainViewName, useViewStore } from '#renderer/stores/viewStore.ts';

/** The choice between the orders, the timeline and, where there is one, the inbox with the number of waiting ones. */
export function ViewTabs() {
  const t = useT();
  const offered = useOfferedViews();
  const waiting = useApp((app) => app.inboxCounts.waiting);
  return (
    <TabList
      label={t('inbox.nav.label')}
      tabs={offered.map((value) => ({
        value,
        label: value === 'timeline' ? t('timeline.tab') : t(`inbox.nav.${value}`),
        ...(value === 'inbox' ? { mark: <Waiting count={waiting} /> } : {}),
      }))}
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

const withoutInbox: readonly MainViewName[] = ['orders', 'timeline'];
const withInbox: readonly MainViewName[] = [...withoutInbox, 'inbox'];

/**
 * The views that are offered, in the order of their tabs. The inbox is among them once there is a hook or a delivery,
 * or when it is shown, so that users without WebHooks do not see it.
 */
export function offeredViews(
  { receiver, inbox }: Pick<Projection, 'receiver' | 'inbox'>,
  shown: MainViewName,
): readonly MainViewName[] {
  const hasInbox = receiver.hooks.length > 0 || inbox.length > 0 || shown === 'inbox';
  return hasInbox ? withInbox : withoutInbox;
}

function useOfferedViews(): readonly MainViewName[] {
  const shown = useViewStore((state) => state.view);
  return useApp((app) => offeredViews(app, shown));
}
