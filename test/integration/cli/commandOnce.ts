import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone } from './askApp.ts';

/*
 * A command as a separate process, which can be killed and has the terminal that it was started in: on the data of the
 * first argument, with the access tokens in the folder of the second one. Prints the answer as one line of JSON.
 */
const [, , userData = '', credentials = '', ...words] = process.argv;
const secretProcess = new FakeSecretHost();
secretProcess.isLoadable = false;
const desktop = new FakeDesktop({ userData, secretProcess });
const { code, out, err } = await alone(desktop, words, null, { CREDENTIALS_DIRECTORY: credentials });
process.stdout.write(`\nANSWER ${JSON.stringify({ code, out, err })}\n`, () => process.exit());
