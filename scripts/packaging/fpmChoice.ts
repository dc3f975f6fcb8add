import { join } from 'node:path';
import { StopError, say } from '../lib/terminal.ts';

/** Our own program for deb and rpm: fpm.ts. */
export const standInFpm = join(import.meta.dirname, 'fpm.ts');

/** Where electron-builder downloads fpm from. */
const downloads = 'https://github.com/electron-userland/electron-builder-binaries/releases';
const patienceMs = 10_000;

/** Settings that name another fpm, or another place for it. */
const settings = ['CUSTOM_FPM_PATH', 'USE_SYSTEM_FPM', 'ELECTRON_BUILDER_BINARIES_MIRROR'];

/**
 * The program for deb and rpm; `undefined`: electron-builder's own choice, as its downloads can be reached.
 * @throws StopError if they cannot, and NOTAFTER_REQUIRE_FPM is `true`: a release is made by fpm itself
 */
export async function chooseFpm(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (settings.some((name) => (env[name] ?? '') !== '')) return undefined;
  try {
    const { ok } = await fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) });
    if (ok) return undefined;
  } catch {
    // Not reached.
  }
  if (env['NOTAFTER_REQUIRE_FPM'] === 'true') {
    throw new StopError(`fpm cannot be downloaded from ${downloads}, and NOTAFTER_REQUIRE_FPM is set.`);
  }
  say(
    'fpm cannot be downloaded: deb and rpm are made by scripts/packaging/fpm.ts, with dpkg-deb and rpmbuild.',
  );
  return standInFpm;
}
