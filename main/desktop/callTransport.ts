import { ipcMain } from 'electron';
import type { CallTransport } from '#main/ipc/registerCalls.ts';

/** Calls over Electron's IPC. */
export const electronCallTransport: CallTransport = {
  handle(channel, listener) {
    ipcMain.handle(channel, (event, args: unknown) => {
      const frame = event.senderFrame;
      return listener(
        { frameUrl: frame?.url ?? null, isMainFrame: frame !== null && frame === event.sender.mainFrame },
        args,
      );
    });
    return { dispose: () => ipcMain.removeHandler(channel) };
  },
};
