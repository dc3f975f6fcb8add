import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import type { OrderGroup } from '#shared/domain/orderGroups.ts';

/** Hides the orders of a group, or shows them; it stays so after a restart. */
export function collapseGroup(group: OrderGroup, isCollapsed: boolean): void {
  const settings = currentApp()?.settings;
  if (settings === undefined) return;
  const others = settings.collapsedGroups.filter((other) => other !== group);
  void bridge().calls['settings:set']({ collapsedGroups: isCollapsed ? [...others, group] : others });
}
