import { homedir, userInfo } from 'node:os';
import { checkProgram, isProgram } from '#main/platform/programs/checkProgram.ts';
import { createProgramRunner, programEnvironment } from '#main/platform/programs/programRunner.ts';
import type { Base } from './base.ts';

/** What runs and checks the commands that the user agreed to: their runner, their user and their folder. */
export function createUserPrograms({ desktop, environment, scheduler }: Base) {
  const home = homedir();
  const { platform } = desktop;
  // On Windows, the variable is called `Path`.
  const variables = Object.entries(programEnvironment(environment));
  const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  return {
    runner: createProgramRunner({ environment, platform, home, scheduler }),
    check: (command: readonly string[]) => checkProgram(command, { platform, searchPath, isProgram }),
    place: () => ({ user: userInfo().username, home }),
  };
}
