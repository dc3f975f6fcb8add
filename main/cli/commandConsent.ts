import { homedir, userInfo } from 'node:os';
import { reloadCommandQuestion } from '#main/deployment/copies/questions.ts';
import { Consent } from '#main/platform/consent/consent.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import { isEqual } from '#shared/isEqual.ts';
import type { Result } from '#shared/result.ts';
import { cleanText } from '#shared/text.ts';
import { allowedCommandsFile, readAllowedCommands } from './allowedCommands.ts';
import { type CommandContext, tellError } from './context.ts';
import { askAtTerminal } from './terminalConsent.ts';

/**
 * Whether a command may run after each update of the files in these folders: root agreed to it in a file, or the user
 * agrees at the terminal of this process. A process that answers another one over the socket sees no terminal, and any
 * program could claim one. Tells why not.
 * @param command as it runs: an absolute path, and arguments
 */
export async function isCommandAgreed(
  command: readonly string[],
  folders: readonly string[],
  context: CommandContext,
): Promise<boolean> {
  const { base, t, tell } = context;
  const file = base.allowedCommandsFile ?? allowedCommandsFile;
  const allowed = readAllowedCommands(file);
  if (allowed.ok && allowed.value.some((each) => isEqual(each, command))) return true;
  if (!allowed.ok) {
    const { place, reason, code } = allowed.error;
    tell(t(`cli.consent.unused.${reason}`, { file: cleanText(file), place: cleanText(place), code }));
  }
  const answer = context.isOwnTerminal ? await askUser(command, folders, context) : null;
  if (answer !== null) {
    if (answer.ok) return true;
    if (answer.error.kind === 'consent' && answer.error.reason === 'declined')
      tell(t('cli.consent.declined'), 'consent');
    else tellError(answer.error, context);
    return false;
  }
  const line = cleanText(joinCommand(command, base.desktop.platform));
  tell(
    t(context.isOwnTerminal ? 'cli.consent.noTerminal' : 'cli.consent.otherProcess', {
      file: cleanText(file),
    }),
    'consent',
  );
  tell(`  ${line}`);
  return false;
}

/** Asks at the terminal of this process, with the question of the window. @returns `null`: there is no terminal */
async function askUser(
  command: readonly string[],
  folders: readonly string[],
  { base, t, signal }: CommandContext,
): Promise<Result<null> | null> {
  let isThere = true;
  const confirm = async ({ title, detail }: Readonly<Record<'title' | 'detail', string>>) => {
    const question = `\n${title}\n\n${detail}\n\n${t('cli.consent.prompt')} `;
    const answer = await askAtTerminal(question, signal);
    isThere = answer !== null;
    return answer === true;
  };
  const consent = new Consent({ confirm, isWindowFocused: () => true }, base.clock);
  const place = { user: userInfo().username, home: homedir() };
  const agreed = await consent.ask(reloadCommandQuestion(t, command, { folders, ...place }));
  return isThere ? agreed : null;
}
