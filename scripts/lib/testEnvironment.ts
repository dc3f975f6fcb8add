import type { ElectronRuntime } from '../electronRuntime.ts';

/**
 * The environment in which tests run: it names the Electron that was found, so that whatever looks for one (ours, the
 * `electron` package, Playwright) takes the same without a search.
 */
export function testEnvironment(runtime: ElectronRuntime, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, ELECTRON_OVERRIDE_DIST_PATH: runtime.folder };
}
