import { userInfo } from 'node:os';
import { checkCommand, isProgram } from '../copies/command/checkCommand.ts';
import { commandEnvironment } from '../copies/command/commandEnvironment.ts';
import { CopyCommands } from '../copies/command/copyCommands.ts';
import { createNodeCommandRunner } from '../copies/command/nodeCommandRunner.ts';
import { spell, spellCommand } from '../copies/command/spellCommand.ts';
import type { CopyBook } from '../copies/copyBook.ts';
import type { Base } from './base.ts';

type Confirm = (command: readonly string[], folder: string) => Promise<boolean>;

/** Builds what runs the commands of copies. */
export function composeCommands(base: Base, book: CopyBook): CopyCommands {
  const { desktop, environment, clock, scheduler, logger } = base;
  const { platform } = desktop;
  // Windows has it as `Path`.
  const variables = Object.entries(commandEnvironment(environment));
  const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  return new CopyCommands({
    book,
    runner: createNodeCommandRunner({ environment, platform, scheduler }),
    check: (command) => checkCommand(command, { platform, searchPath, isProgram }),
    confirm: confirmIn(base),
    clock,
    logger,
  });
}

/** Asks in a native box. Closing it means no, and so does its default button. */
function confirmIn({ desktop, language }: Pick<Base, 'desktop' | 'language'>): Confirm {
  return async (command, folder) => {
    const { t } = language;
    const where = t('dialogs.copyCommand.detail', {
      folder: spell(folder),
      user: spell(userInfo().username),
    });
    const answer = await desktop.ask({
      title: t('dialogs.copyCommand.title'),
      // The command itself never goes through a catalog, where braces in it could mean something.
      detail: [where, spellCommand(command), t('dialogs.copyCommand.next')].join('\n\n'),
      buttons: [t('dialogs.copyCommand.cancel'), t('dialogs.copyCommand.confirm')],
      closing: 0,
    });
    return answer === 1;
  };
}
