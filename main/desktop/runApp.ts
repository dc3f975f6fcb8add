import { app } from 'electron';
import { createApp, type NotAfterApp } from '#main/app/compositionRoot.ts';
import { tellOfUnusableFolder, tellOfWindowlessApp } from '#main/app/startDialogs.ts';
import { checkWritable } from '#main/platform/checkWritable.ts';
import { keepCompiledCode } from '#main/platform/compiledCode.ts';
import { Language } from '#main/platform/language.ts';
import type { Logger } from '#main/platform/logger.ts';
import { systemScheduler } from '#main/platform/time.ts';
import type { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import { appLock } from './appLock.ts';
import { isLoginStart, wasStartedAtLogin } from './autostart.ts';
import { isCommandStart } from './cliStart.ts';
import { createDesktop, type WindowParts } from './desktop.ts';
import { ask } from './dialogs.ts';
import { collectGarbage, MemoryRelease } from './memoryRelease.ts';
import { compiledCode } from './ownFolders.ts';
import { mustAskAboutSandbox } from './sandbox.ts';

/** Runs the app on the window of `start.ts`, until the user quits. @param hasLock of the single instance */
export async function runApp(
  parts: WindowParts & { readonly logger: RecentErrors },
  hasLock: boolean,
): Promise<void> {
  const { logger } = parts;
  if (!(hasLock && appLock().take()) && !(await mayStartLater())) {
    app.quit();
    return;
  }
  if (!(await acceptsMissingSandbox(logger))) {
    app.exit(1);
    return;
  }
  const notAfter = await createApp(createDesktop(parts, logger), {
    logger,
    recentErrors: () => logger.list(),
  });
  if (notAfter === null) {
    app.quit();
    return;
  }
  app.on('second-instance', (_event, argv, _folder, data) => {
    if (!isLoginStart(argv) && !isCommandStart(data)) notAfter.show();
  });
  app.on('activate', () => notAfter.show());
  // Closing the window leaves the app in the tray: without this listener Electron would quit.
  app.on('window-all-closed', () => undefined);
  disposeBeforeQuit(notAfter);
  if (!wasStartedAtLogin()) notAfter.show();
  const memory = new MemoryRelease(parts.window, systemScheduler, () => {
    notAfter.releaseMemory();
    collectGarbage();
  });
  void notAfter.begun.then(() => keepCompiledCode(compiledCode())).then(() => memory.releaseLater());
}

/**
 * Without the lock: another instance runs and shows its window, or it has none, or a command has to end, or the data folder
 * is not writable.
 * @returns whether this process has the lock now
 */
async function mayStartLater(): Promise<boolean> {
  const userData = app.getPath('userData');
  const code = checkWritable(userData);
  if (code === null) {
    const { takeFromCommand } = await import('#main/app/ownProcess.ts');
    const taken = await takeFromCommand({ userData }, appLock(), 0);
    if (taken !== 'windowless') return taken === 'taken';
  }
  const { t } = await Language.load(app.getPreferredSystemLanguages(), 'system');
  if (code === null) await tellOfWindowlessApp({ userData, ask }, t);
  else await tellOfUnusableFolder({ userData, ask }, t, code);
  return false;
}

/**
 * When a package runs without the sandbox, asks the user in a native dialog whether to continue this time. Without a
 * display the answer is no.
 */
async function acceptsMissingSandbox(logger: Logger): Promise<boolean> {
  if (!mustAskAboutSandbox()) return true;
  const { t } = await Language.load(app.getPreferredSystemLanguages(), 'system');
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

/** Quitting waits until the app has ended, however often the user quits. */
function disposeBeforeQuit(notAfter: NotAfterApp): void {
  let isEnding = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void notAfter.dispose().finally(() => app.exit(0));
  });
}
