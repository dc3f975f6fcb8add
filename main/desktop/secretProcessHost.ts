import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';

export function createSecretProcessHost(mainFolder: string): SecretProcessHost {
  return {
    spawn() {
      const child = utilityProcess.fork(join(mainFolder, 'keytarProcess.js'), [], {
        serviceName: 'NotAfter keychain',
        stdio: 'ignore',
      });
      return {
        postMessage: (message) => child.postMessage(message),
        onMessage: (listener) => {
          child.on('message', listener);
        },
        onExit: (listener) => {
          child.once('exit', () => listener());
        },
        kill: () => {
          child.kill();
        },
      };
    },
  };
}
