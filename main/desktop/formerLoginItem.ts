import type { App, LoginItemSettingsOptions } from 'electron';
import { former } from '#shared/identity.ts';

/** Windows' login items, as Electron's `app` has them. */
type LoginItems = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

/**
 * Windows: gives the former login item the present name, which is the AppUserModelID. The new one is written first, so
 * that an interruption leaves at least one; both are the same command, and a second start ends at once.
 * @param command of the login item, as it is registered
 */
export function replaceFormerLoginItem(items: LoginItems, command: LoginItemSettingsOptions): void {
  const name = former.applicationId;
  const { launchItems } = items.getLoginItemSettings(command);
  const found = launchItems.find((item) => item.name === name && item.scope === 'user');
  if (found === undefined) return;
  // An item that the user disabled in the task manager stays disabled.
  items.setLoginItemSettings({ ...command, openAtLogin: true, enabled: found.enabled });
  items.setLoginItemSettings({ ...command, name, openAtLogin: false });
}
