import { createRequire } from 'node:module';
import { type Keytar, type ParentPort, serveKeytar } from './keytarServer.ts';

/**
 * Entry point of the keychain process. keytar has no timeouts: with a locked keyring and a display its calls wait for
 * the prompt forever, and only killing the process ends them.
 */
const { parentPort } = process as unknown as { readonly parentPort: ParentPort };
const requireModule = createRequire(import.meta.url);

serveKeytar(parentPort, () => requireModule('keytar') as Keytar);
