import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ListGroup } from './listEntries.ts';

/** Hides the orders of a group, or shows them. Groups by expiry stay so after a restart. */
export function collapseGroup({
  id,
  group,
  isCollapsed,
}: Pick<ListGroup, 'id' | 'group' | 'isCollapsed'>): void {
  if (typeof group !== 'string' || group === 'untagged') {
    const others = useViewStore.getState().collapsedTags.filter((other) => other !== id);
    useViewStore.setState({ collapsedTags: isCollapsed ? others : [...others, id] });
    return;
  }
  const settings = currentApp()?.settings;
  if (settings === undefined) return;
  const others = settings.collapsedGroups.filter((other) => other !== group);
  void bridge().calls['settings:set']({ collapsedGroups: isCollapsed ? others : [...others, group] });
}
