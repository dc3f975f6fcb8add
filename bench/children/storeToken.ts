import keytar from 'keytar';
import { keychainService } from '#shared/identity.ts';
import { answer, childInput } from './childInput.ts';

/** Puts a token into the keychain of the desktop that this runs in, as the app does for a connection. */
const { connectionId } = childInput<{ connectionId: string }>();
await keytar.setPassword(keychainService, `token:${connectionId}`, 'a-token-for-measurements');
answer({});
