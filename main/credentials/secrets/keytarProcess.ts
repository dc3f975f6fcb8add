import { createRequire } from 'node:module';
import { type Keytar, type ParentPort, serveKeytar } from './keytarServer.ts';

/**
 * The entry of the keychain's own process. keytar is a native module without a time limit of its own: with a locked
 * keyring and a display its calls wait for the unlock prompt for ever, and only the end of the process frees them.
 */
const { parentPort } = process as unknown as { readonly parentPort: ParentPort };
const requireModule = createRequire(import.meta.url);

serveKeytar(parentPort, () => requireModule('keytar') as Keytar);
