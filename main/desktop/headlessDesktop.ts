import { app, net } from 'electron';
import type { Desktop } from '#main/app/desktopPort.ts';
import { createWindowlessDesktop, type WindowlessPorts } from '#main/app/windowlessDesktop.ts';
import type { TerminalFacts } from '#main/cli/protocol.ts';
import { isSandboxed } from './sandbox.ts';
import { createSecretProcessHost } from './secretProcessHost.ts';
import { createProxyResolver } from './systemProxies.ts';

/**
 * The desktop without a window: real keychain and network, nothing visible. Needs Electron to be ready.
 * @param mainFolder contains the main process as built
 * @param more what the app needs of it, and a command does not
 */
export function createHeadlessDesktop(
  mainFolder: string,
  logFile: string,
  { locales, region }: TerminalFacts,
  more: Pick<WindowlessPorts, 'tell' | 'notifications' | 'finishStart' | 'quit'> = {},
): Desktop {
  return createWindowlessDesktop({
    userData: app.getPath('userData'),
    version: app.getVersion(),
    versions: [`NotAfter ${app.getVersion()}`, `Electron ${process.versions.electron}`],
    isSandboxed: isSandboxed(),
    logFile,
    systemLocales: locales,
    region: () => region,
    secretProcess: createSecretProcessHost(mainFolder),
    isOnline: () => net.isOnline(),
    proxyResolver: createProxyResolver(),
    ...more,
  });
}
