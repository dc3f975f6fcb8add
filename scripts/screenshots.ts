import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type AppLanguage, appLanguages } from '#shared/domain/language.ts';
import { launchApp } from './demo/driveApp.ts';
import { appArguments, lacksSandbox } from './demo/electronApp.ts';
import { forgetTokens } from './demo/forgetTokens.ts';
import { type RunningService, startReferenceService } from './demo/referenceService.ts';
import type { ElectronRuntime } from './electronRuntime.ts';
import { runCommand, untilInterrupted } from './lib/interruption.ts';
import { projectFolder } from './lib/paths.ts';
import { run, runOrThrow } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { StopError, say } from './lib/terminal.ts';
import { buildApp } from './lib/tools.ts';
import { type SavePicture, takeScreenshots } from './screenshots/scenes.ts';
import { animatedScenes } from './screenshots/stage.ts';
import { withTestDesktop } from './testDesktop.ts';

const folder = join(projectFolder, 'docs', 'screenshots');
/** Enough for a window with few colours; files with all colours would be several times the size. */
const colours = 64;

/** Takes the pictures of the documents in each language: the real app with the reference service, on a private desktop. */
async function screenshots(): Promise<number> {
  const runtime = await setUp(['testDesktop'], 'test');
  if (!isGood(await runStep('build', buildApp))) {
    return 1;
  }
  await mkdir(folder, { recursive: true });
  for (const language of appLanguages) {
    const service = await startReferenceService();
    try {
      await withTestDesktop({}, (env) =>
        picturesOf(language, service, runtime, { ...env, LANGUAGE: language.replace('-', '_') }),
      );
    } finally {
      await service.stop();
    }
  }
  return 0;
}

async function picturesOf(
  language: AppLanguage,
  service: RunningService,
  runtime: ElectronRuntime,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'notafter-pictures-'));
  try {
    const options = { electronFolder: runtime.folder, profile, env, isVirtual: true };
    const app = await launchApp(options);
    const runQuick = async () => {
      const sandbox = lacksSandbox() ? ['--no-sandbox'] : [];
      await runOrThrow(runtime.executable, [...appArguments(options), ...sandbox, 'quick'], { env });
    };
    try {
      await untilInterrupted(takeScreenshots(app, service, language, runQuick, saverOf(language)));
    } finally {
      await app.close();
      await forgetTokens(profile, env);
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pictures in another language than English have it in their names, as the documents do. */
function saverOf(language: AppLanguage): SavePicture {
  const suffix = language === 'en' ? '' : `.${language}`;
  return async (scene, picture) => {
    const isAnimated = animatedScenes.some((animated) => animated === scene);
    const file = join(folder, `${scene}${suffix}.${isAnimated ? 'gif' : 'png'}`);
    await picture(file);
    if (!isAnimated) await reduce(file);
    const { size } = await stat(file);
    say(`Saved ${relative(projectFolder, file)}, ${Math.ceil(size / 1024)} KiB`);
  };
}

/** Reduces the colours of a PNG. */
async function reduce(file: string): Promise<void> {
  const { code, output } = await run('convert', [
    file,
    '-strip',
    '+dither',
    '-colors',
    `${colours}`,
    '-define',
    'png:compression-level=9',
    `PNG8:${file}`,
  ]);
  if (code !== 0) {
    throw new StopError(`ImageMagick could not write ${file}:\n${output}`);
  }
}

await runCommand(screenshots);
