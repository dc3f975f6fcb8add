import { app } from 'electron';
import { Language } from '#main/platform/language.ts';
import type { Logger } from '#main/platform/logger.ts';
import { ask } from './dialogs.ts';

/**
 * Switches that disable Chromium's sandbox or a layer of it. The AppImage adds the first one where the system forbids user
 * namespaces; `ELECTRON_DISABLE_SANDBOX` counts as the first.
 */
const weakening = ['no-sandbox', 'no-zygote-sandbox', 'disable-seccomp-filter-sandbox', 'single-process'];

/** Whether the page runs in Chromium's sandbox, according to the switches. */
export function isSandboxed(): boolean {
  return !weakening.some((name) => app.commandLine.hasSwitch(name));
}

/** Enables the sandbox for all pages. To be called before Electron is ready. */
export function enableSandbox(): void {
  // Chromium has no sandbox for root, and tests may run as root.
  if (isSandboxed()) app.enableSandbox();
}

/**
 * When a package runs without the sandbox, asks the user in a native dialog whether to continue this time. Root is not
 * asked, because root never has a sandbox. Without a display the answer is no.
 */
export async function acceptsMissingSandbox(logger: Logger): Promise<boolean> {
  if (!app.isPackaged || isSandboxed() || process.getuid?.() === 0) return true;
  const { t } = new Language(app.getPreferredSystemLanguages(), 'system');
  const detail = t(
    process.platform === 'linux' ? 'dialogs.noSandbox.detailLinux' : 'dialogs.noSandbox.detail',
  );
  if (app.commandLine.getSwitchValue('ozone-platform') === 'headless') {
    process.stderr.write(`${t('dialogs.noSandbox.title')}. ${detail}\n`);
    return false;
  }
  const buttons = [t('dialogs.quit'), t('dialogs.noSandbox.goOn')];
  const isAccepted = (await ask({ title: t('dialogs.noSandbox.title'), detail, buttons, closing: 0 })) === 1;
  if (isAccepted) logger.warn('Runs without a sandbox');
  return isAccepted;
}
