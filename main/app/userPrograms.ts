import { homedir, userInfo } from 'node:os';
import type { ProgramRunner } from '#main/platform/programs/programRunner.ts';
import { type Base, once } from './base.ts';

/** What runs and checks the commands that the user agreed to: their runner, their user and their folder. */
export function createUserPrograms({ desktop, environment, scheduler }: Base) {
  const home = homedir();
  const { platform } = desktop;
  // A start runs no command.
  const programs = once(async () => {
    const [{ checkProgram, isProgram }, { createProgramRunner, programEnvironment }] = await Promise.all([
      import('#main/platform/programs/checkProgram.ts'),
      import('#main/platform/programs/programRunner.ts'),
    ]);
    // On Windows, the variable is called `Path`.
    const variables = Object.entries(programEnvironment(environment));
    const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
    return {
      runner: createProgramRunner({ environment, platform, home, scheduler }),
      check: (command: readonly string[]) => checkProgram(command, { platform, searchPath, isProgram }),
    };
  });
  const runner: ProgramRunner = { run: async (...words) => (await programs()).runner.run(...words) };
  return {
    runner,
    check: async (command: readonly string[]) => (await programs()).check(command),
    place: () => ({ user: userInfo().username, home }),
  };
}
