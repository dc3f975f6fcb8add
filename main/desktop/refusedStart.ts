import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { shellWord } from '#main/cli/context.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import { startProblemText } from '#main/cli/startProblem.ts';
import { terminalFacts } from '#main/cli/terminalFacts.ts';
import { outputFinished, terminalOutput } from '#main/cli/terminalOutput.ts';
import { Language } from '#main/platform/language.ts';
import type { StartProblem } from '#main/platform/ownFolders.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { ask } from './dialogs.ts';
import { started, type WordsProblem } from './startArguments.ts';

/**
 * Says in the terminal why the program does not start, and ends it: exit code 3. The app says it in a native dialog too,
 * if there is a display. Nothing is read from the user's folders.
 */
export async function refuseStart(problem: StartProblem | WordsProblem): Promise<void> {
  const { t } = await Language.load(terminalFacts().locales, 'system');
  const text = problemText(problem, t);
  const code = await outputFinished(sayUnknown(text, started.words ?? [], terminalOutput));
  if (started.words !== null || !hasDisplay()) process.exit(code);
  // Not awaited: Electron becomes ready only after the entry module has finished.
  void tell(text, t).finally(() => app.exit(code));
}

function problemText(problem: StartProblem | WordsProblem, t: Translate): string {
  switch (problem.kind) {
    case 'foreignOption':
    case 'unsealed':
      return t(`dialogs.refusedStart.${problem.kind}`, { option: shellWord(problem.option) });
    default:
      return startProblemText(problem, t);
  }
}

function hasDisplay(): boolean {
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = process.env;
  return process.platform !== 'linux' || DISPLAY !== '' || WAYLAND_DISPLAY !== '';
}

/** A dialog needs Electron's profile and the desktop's settings: an empty folder stands for the user's. */
async function tell(detail: string, t: Translate): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'notafter-'));
  try {
    process.env['HOME'] = home;
    process.env['XDG_CONFIG_HOME'] = home;
    for (const name of ['home', 'appData', 'userData', 'sessionData'] as const) app.setPath(name, home);
    await app.whenReady();
    await ask({ title: t('dialogs.startFailed.title'), detail, buttons: [t('dialogs.quit')] });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
