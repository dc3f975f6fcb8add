import { bridge } from '#renderer/bridge.ts';
import { showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ConfigurationPreview } from '#shared/domain/configurationChange.ts';
import type { Result } from '#shared/result.ts';

/** Saves the configuration as a file that the user chooses, and says so. @returns its name; `null`: they chose none */
export async function saveConfiguration(): Promise<Result<string | null>> {
  const saved = await bridge().calls['configuration:save'](null);
  if (saved.ok && saved.value !== null)
    showToast({
      tone: 'success',
      title: translateNow()('configuration.saved', { name: saved.value }),
    });
  return saved;
}

/** Reads a configuration file that the user chooses, and shows what it would change. */
export async function openConfiguration(): Promise<Result<ConfigurationPreview | null>> {
  const opened = await bridge().calls['configuration:open'](null);
  if (opened.ok && opened.value !== null) openDialog({ kind: 'importConfiguration', preview: opened.value });
  return opened;
}
