import { compiledCode, dataFolder } from './desktop/ownFolders.ts';
import { sealWords, started } from './desktop/startArguments.ts';
import { enableCompiledCode } from './platform/compiledCode.ts';
import { prepareFolders } from './platform/ownFolders.ts';

// The entry. Nothing of the user's is read before these checks. Everything else is loaded after them, so that V8 can take
// it compiled from the cache; commands of root go without that.
const problem = sealWords() ?? prepareFolders(dataFolder);
if (problem === null) {
  if (started.words === null || process.geteuid?.() !== 0) enableCompiledCode(compiledCode());
  await import('./desktop/start.ts');
} else {
  const { refuseStart } = await import('./desktop/refusedStart.ts');
  await refuseStart(problem);
}
