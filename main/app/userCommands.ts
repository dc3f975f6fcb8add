import { homedir, userInfo } from 'node:os';
import { checkCommand, isProgram } from '#main/deployment/copies/command/checkCommand.ts';
import {
  commandEnvironment,
  createNodeCommandRunner,
} from '#main/deployment/copies/command/nodeCommandRunner.ts';
import type { Base } from './base.ts';

/** What runs and checks the commands that the user agreed to: their runner, their user and their folder. */
export function createUserCommands({ desktop, environment, scheduler }: Base) {
  const home = homedir();
  const { platform } = desktop;
  // On Windows, the variable is called `Path`.
  const variables = Object.entries(commandEnvironment(environment));
  const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  return {
    runner: createNodeCommandRunner({ environment, platform, home, scheduler }),
    check: (command: readonly string[]) => checkCommand(command, { platform, searchPath, isProgram }),
    place: () => ({ user: userInfo().username, home }),
  };
}
