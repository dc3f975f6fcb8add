import type { ParentPort } from '#main/credentials/secrets/keytarServer.ts';

/** Runs the keychain's process under `child_process.fork`, whose channel stands in for Electron's `parentPort`. */
const parentPort: ParentPort = {
  on: (_event, listener) => process.on('message', (data) => listener({ data })),
  postMessage: (message) => process.send?.(message),
};
Object.defineProperty(process, 'parentPort', { value: parentPort });

await import('#main/credentials/secrets/keytarProcess.ts');
