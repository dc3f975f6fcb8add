import { useApp } from '#renderer/stores/appStore.ts';
import type { Projection } from '#renderer/stores/projection.ts';
import { type MainViewName, useViewStore } from '#renderer/stores/viewStore.ts';

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

/** The views that are offered now. */
export function useOfferedViews(): readonly MainViewName[] {
  const shown = useViewStore((state) => state.view);
  return useApp((app) => offeredViews(app, shown));
}
