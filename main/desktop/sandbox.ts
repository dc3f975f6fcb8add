import { app } from 'electron';

/** Switches that weaken Chromium's sandbox; the AppImage adds the first, `ELECTRON_DISABLE_SANDBOX` counts as it. */
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

/** Whether the user has to accept that a package runs without the sandbox. Root is not asked, because root never has one. */
export function mustAskAboutSandbox(): boolean {
  return app.isPackaged && !isSandboxed() && process.getuid?.() !== 0;
}
