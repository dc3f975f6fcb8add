import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Creates a copy of keytar whose native module needs a nonexistent libsecret, so that the loader refuses it as
 * it does without the library (Linux).
 * @returns Node options with which `keytar` is that copy
 */
export async function withoutLibsecret(): Promise<{
  readonly execArgv: readonly string[];
  readonly remove: () => Promise<void>;
}> {
  const original = dirname(createRequire(import.meta.url).resolve('keytar/package.json'));
  const folder = await mkdtemp(join(tmpdir(), 'notafter-keytar-'));
  const prebuilt = join('prebuilds', `${process.platform}-${process.arch}`);
  for (const part of ['package.json', 'lib', prebuilt]) {
    await cp(join(original, part), join(folder, part), { recursive: true });
  }
  const binary = join(folder, prebuilt, 'keytar.node');
  const content = await readFile(binary, 'latin1');
  await writeFile(binary, content.replaceAll('libsecret-1.so.0', 'libsecret-X.so.0'), 'latin1');

  const entry = JSON.stringify(join(folder, 'lib', 'keytar.js'));
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (name, context, next) => next(name === 'keytar' ? ${entry} : name, context),
    });`;
  return {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`],
    remove: () => rm(folder, { recursive: true }),
  };
}
