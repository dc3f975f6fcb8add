import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readAtMost } from '#main/platform/descriptors.ts';
import { codeOf } from '#main/platform/errors.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import { CONFIGURATION_MAX_BYTES } from '#shared/domain/fileLimits.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { z } from '#shared/zod.ts';
import { jsonText, type writtenResult } from './answer.ts';
import type { ParsedCommand } from './command.ts';
import { commandPath, folderIdentity, reportPath } from './commandPath.ts';
import { errorText, folderProblem } from './context.ts';
import { exitCodes } from './exitCodes.ts';
import { errorJson } from './noAnswer.ts';
import type { CommandOutput, PathFacts, RunRequest } from './protocol.ts';

/**
 * The path that the words of a command name, in the command's own process: files are read and written here, with the rights
 * and in the folders of the user who typed it. The process that answers may be a service that sees others.
 */
export interface OwnPath {
  /** For the process that answers. */
  readonly facts: PathFacts | null;
  /** Whether its file could not be read a second time, such as a pipe. */
  readonly isReadOnce: boolean;
  /** Takes the output of the process that answers. */
  readonly output: CommandOutput;
  /** Does what is left when the command has ended. @param code that it ended with. @returns the exit code */
  readonly finish: (code: number) => Promise<number>;
}

/** Looks at the path of a command line, before any process is asked. Error: why the command can't be run. */
export async function openOwnPath(
  { path: named, isJson }: Pick<ParsedCommand, 'path' | 'isJson'>,
  owner: Pick<RunRequest, 'cwd' | 'process'>,
  output: CommandOutput,
  t: Translate,
): Promise<Result<OwnPath, string>> {
  const plain = { isReadOnce: false, output, finish: async (code: number) => code };
  switch (named?.kind) {
    case undefined:
      return ok({ ...plain, facts: null });
    case 'reads':
      return ok({ ...plain, ...(await readOwn(named.path, owner)) });
    case 'folder': {
      const folder = commandPath(named.path, owner);
      const problem = await folderProblem(folder, t);
      if (problem !== null) return err(problem);
      return ok({ ...plain, facts: { kind: 'folder', text: (await folderIdentity(folder)) ?? '' } });
    }
    case 'writes': {
      const path = reportPath(named.path, owner);
      if (path === null) return ok({ ...plain, facts: { kind: 'prints', text: '' } });
      const problem = await folderProblem(dirname(path), t);
      return problem === null ? ok(toFile(path, named.readers, isJson, output, t)) : err(problem);
    }
  }
}

async function readOwn(
  word: string,
  owner: Pick<RunRequest, 'cwd' | 'process'>,
): Promise<Pick<OwnPath, 'facts' | 'isReadOnce'>> {
  const path = commandPath(word, owner);
  try {
    const isReadOnce = !(await stat(path)).isFile();
    // One byte more tells that it is too long.
    const content = await readAtMost(path, CONFIGURATION_MAX_BYTES + 1);
    return { facts: { kind: 'read', text: content.toString('base64') }, isReadOnce };
  } catch (error) {
    return { facts: { kind: 'unread', text: codeOf(error) }, isReadOnce: false };
  }
}

/** Writes what the command prints to a file, if it succeeds. */
function toFile(
  path: string,
  readers: 'owner' | 'everyone',
  isJson: boolean,
  output: CommandOutput,
  t: Translate,
): OwnPath {
  const parts: Buffer[] = [];
  const finish = async (code: number) => {
    // An error as JSON, which is no content.
    if (code === exitCodes.attention) output.out(parts.join(''));
    if (code !== exitCodes.fine) return code;
    const { writeReport } = await import('#main/reporting/report/writeReport.ts');
    const written = await writeReport(path, parts, readers);
    if (written.ok) {
      const { changed } = written.value;
      const value: z.input<ReturnType<typeof writtenResult>> = { schema: 1, changed, file: path };
      if (isJson) output.out(plainJson(jsonText(value)));
      return exitCodes.fine;
    }
    const message = errorText(written.error, t, process.platform);
    output.err(`${message}\n`);
    if (isJson) output.out(errorJson(written.error.kind, message));
    return exitCodes.attention;
  };
  const kept: CommandOutput = { out: (text) => void parts.push(Buffer.from(text)), err: output.err };
  return { facts: { kind: 'writes', text: '' }, isReadOnce: false, output: kept, finish };
}
