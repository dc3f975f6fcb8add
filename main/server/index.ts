import { join } from 'node:path';
import { enableCompiledCode } from '#main/platform/compiledCode.ts';
import { prepareFolders } from '#main/platform/ownFolders.ts';
import { dataFolderOf, readServerArguments } from './startArguments.ts';
import { version } from './version.ts';

// The entry of the program without Electron. As in the app's, nothing of the user's is read before these checks, and
// everything else is loaded after them, so that V8 can take it compiled from the cache. Root has that too: on servers it
// is an ordinary user, and nobody else can write to its folder.
const given = readServerArguments(process.argv.slice(2));
const userData = () => dataFolderOf(given.userData, process.env);
const problem = prepareFolders(userData);
if (problem === null) enableCompiledCode({ folder: join(userData(), 'Compiled Code'), version });
const { startServer } = await import('./program.ts');
await startServer(given, userData(), problem);
