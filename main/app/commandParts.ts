import { homedir, userInfo } from 'node:os';
import { checkCommand, isProgram } from '#main/deployment/copies/command/checkCommand.ts';
import { commandEnvironment } from '#main/deployment/copies/command/commandEnvironment.ts';
import { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import { createNodeCommandRunner } from '#main/deployment/copies/command/nodeCommandRunner.ts';
import type { CopyBook } from '#main/deployment/copies/copyBook.ts';
import { commandQuestion } from '#main/platform/consent/questions.ts';
import type { Base } from './base.ts';

/** Builds what runs the commands of copies. */
export function composeCommands(base: Base, book: CopyBook): CopyCommands {
  const { desktop, lifetime, language, askConsent, environment, clock, scheduler, logger } = base;
  const home = homedir();
  const { platform } = desktop;
  // Windows has it as `Path`.
  const variables = Object.entries(commandEnvironment(environment));
  const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const commands = new CopyCommands({
    book,
    runner: createNodeCommandRunner({ environment, platform, home, scheduler }),
    check: (command) => checkCommand(command, { platform, searchPath, isProgram }),
    confirm: (command, folder) =>
      askConsent(commandQuestion(language.t, command, { folder, user: userInfo().username, home })),
    clock,
    logger,
  });
  lifetime.stop(commands);
  lifetime.drain('copy commands', () => commands.settled());
  return commands;
}
