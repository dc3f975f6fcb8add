import { homedir, userInfo } from 'node:os';
import { reloadCommandQuestion } from '#main/deployment/copies/questions.ts';
import { Consent } from '#main/platform/consent/consent.ts';
import { joinCommand } from '#shared/domain/commandWords.ts';
import { isEqual } from '#shared/isEqual.ts';
import { cleanText } from '#shared/text.ts';
import { allowedCommandsFile, readAllowedCommands } from './allowedCommands.ts';
import { type CommandContext, tellError } from './context.ts';
import { askAtTerminal } from './terminalConsent.ts';

/**
 * Whether a command may run after each update of the files in these folders: root agreed to it in a file, or a person
 * agrees at the terminal of this process. A process that answers another one over the socket can't see a terminal, and what
 * the other says of it could come from any program. Tells why not.
 * @param command as it runs: an absolute path, and arguments
 */
export async function isCommandAgreed(
  command: readonly string[],
  folders: readonly string[],
  context: CommandContext,
): Promise<boolean> {
  const { services, t, tell, signal } = context;
  const file = services.allowedCommandsFile ?? allowedCommandsFile;
  const allowed = readAllowedCommands(file);
  if (allowed.ok && allowed.value.some((each) => isEqual(each, command))) return true;
  if (!allowed.ok) {
    const { place, reason, code } = allowed.error;
    tell(t(`cli.consent.unused.${reason}`, { file: cleanText(file), place: cleanText(place), code }));
  }
  let isMissing = !context.isOwnTerminal;
  if (!isMissing) {
    const confirm = async ({ title, detail }: Readonly<Record<'title' | 'detail', string>>) => {
      const question = `\n${title}\n\n${detail}\n\n${t('cli.consent.prompt')} `;
      const answer = await askAtTerminal(question, signal);
      isMissing = answer === null;
      return answer === true;
    };
    const consent = new Consent({ confirm, isWindowFocused: () => true }, services.clock);
    const place = { user: userInfo().username, home: homedir() };
    const agreed = await consent.ask(reloadCommandQuestion(t, command, { folders, ...place }));
    if (agreed.ok) return true;
    if (agreed.error.kind === 'consent' && agreed.error.reason === 'declined' && !isMissing) {
      tell(t('cli.consent.declined'), 'consent');
      return false;
    }
    if (!isMissing) {
      tellError(agreed.error, context);
      return false;
    }
  }
  const line = cleanText(joinCommand(command, services.platform));
  tell(
    t(context.isOwnTerminal ? 'cli.consent.noTerminal' : 'cli.consent.otherProcess', {
      file: cleanText(file),
    }),
    'consent',
  );
  tell(`  ${line}`);
  return false;
}
