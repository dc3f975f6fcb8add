import { createRequire } from 'node:module';
import { type Keytar, type ParentPort, serveKeytar } from './keytarServer.ts';

/** Entry point of the keychain process. keytar has no timeouts: only killing the process ends a call that hangs. */
const { parentPort } = process as unknown as { readonly parentPort: ParentPort };
const requireModule = createRequire(import.meta.url);

serveKeytar(parentPort, () => requireModule('keytar') as Keytar);
