import { buildApp } from './lib/build.ts';
import { runCommand } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { runVisibly } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { StopError, say } from './lib/terminal.ts';

const noRoot = `npm start runs the real app, and as root Chromium's sandbox, which keeps the window away from your files,
cannot be used. Please start it as an ordinary user. Where there is no other user, NOTAFTER_ALLOW_ROOT=1 starts it
without the sandbox. (npm run demo, with throw-away data, works as root.)`;

const noDisplay = `There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), and npm start opens a real window.
npm run demo works without one.`;

/** The app, built and started as it ships, with a person's own profile. Arguments go to the app. */
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
    say('Running as root, so without the sandbox, as NOTAFTER_ALLOW_ROOT=1 asks for.');
  }
  if (!isGood(await runStep('build', buildApp))) return 1;
  const appArguments = [...(isRoot ? ['--no-sandbox'] : []), ...process.argv.slice(2)];
  return runVisibly(runtime.executable, [projectFolder, ...appArguments]);
}

await runCommand(start);
