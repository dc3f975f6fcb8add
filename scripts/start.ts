import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { StopError, say } from './lib/terminal.ts';
import { buildApp } from './lib/tools.ts';

const noRoot = `npm start runs the real app. As root Chromium's sandbox, which keeps the window away from your files, cannot be used.
Please start it as an ordinary user. If there is no other user, NOTAFTER_ALLOW_ROOT=1 starts it without the sandbox.
(npm run demo works as root, with temporary data.)`;

const noDisplay = `There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), and npm start opens a real window.
npm run demo works without one.`;

/** Builds and starts the app as it ships, with the user's own profile. Arguments go to the app. */
async function start(): Promise<number> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.env['NOTAFTER_ALLOW_ROOT'] !== '1') {
    throw new StopError(noRoot);
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    throw new StopError(noDisplay);
  }
  const runtime = await setUp(['electron'], 'product');
  if (isRoot) {
    say('Running as root without the sandbox, because NOTAFTER_ALLOW_ROOT=1 is set.');
  }
  if (!isGood(await runStep('build', buildApp))) return 1;
  const appArguments = [...(isRoot ? ['--no-sandbox'] : []), ...process.argv.slice(2)];
  return runVisibly(runtime.executable, [projectFolder, ...appArguments]);
}

await runCommand(start);
