import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { STEP_WITHIN_MS } from '#main/cli/client.ts';
import { commandList } from '#main/cli/commandList.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { parseCommand } from '#main/cli/parseCommand.ts';
import {
  ANSWER_MAX,
  COLUMNS_MAX,
  LOCALES_MAX,
  PROOF_MAX,
  PROTOCOL,
  REQUEST_MAX,
  WORD_MAX,
  WORDS_MAX,
} from '#main/cli/protocol.ts';
import { ADDRESS_FILE } from '#main/cli/socket.ts';
import { codeOf } from '#main/platform/errors.ts';
import { dataFolderName } from '#shared/identity.ts';
import { outFolder, projectFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

const sources = join(projectFolder, 'client');

/** Its folder is that of its system and processor; on macOS one program is for both. */
const target = process.platform === 'darwin' ? 'mac' : `${process.platform}-${process.arch}`;

/** Where the packages take it from. */
export const commandClient = join(outFolder, 'client', target, 'notafter-client');

/** The compiler of each system. On Linux with the C library in the program, so that it runs with any other one. */
const compilers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['musl-gcc', '-static'],
  darwin: ['cc', '-arch', 'x86_64', '-arch', 'arm64', '-mmacosx-version-min=12.0'],
};

const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-fstack-protector-strong', '-s'];

/**
 * Compiles the native client of commands, where the system has a compiler for it. Without it commands start the whole program.
 * @param file the program
 * @param compiler its command line up to the flags
 * @returns why there is none; `null`: it is there
 * @throws StopError if it cannot be compiled, or with `NOTAFTER_REQUIRE_CLIENT=true` if there is no compiler
 */
export async function buildCommandClient(
  file = commandClient,
  compiler = compilers[process.platform],
): Promise<string | null> {
  const missing = async (reason: string) => {
    await rm(file, { force: true });
    if (process.env['NOTAFTER_REQUIRE_CLIENT'] === 'true')
      throw new StopError(`No command client: ${reason}.`);
    return reason;
  };
  if (compiler === undefined) return await missing('there is none for this system');
  const work = await mkdtemp(join(tmpdir(), 'notafter-client-'));
  try {
    await writeFile(join(work, 'facts.h'), clientFacts());
    const files = (await readdir(sources)).filter((name) => name.endsWith('.c')).toSorted();
    const [program = '', ...first] = compiler;
    const made = join(work, 'client');
    const args = [...first, ...flags, '-I', work, ...files, '-o', made];
    const result = await run(program, args, { cwd: sources }).catch(notInstalled);
    if (result === null) return await missing(`${program} is not installed`);
    if (result.code !== 0) throw new StopError(`The command client was not compiled:\n${result.output}`);
    await mkdir(dirname(file), { recursive: true });
    // Packages may be made at the same time, of the same bytes.
    await cp(made, `${file}.${process.pid}`);
    await rename(`${file}.${process.pid}`, file);
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function notInstalled(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

/** What the client has to know of the program, as a header of C. */
function clientFacts(): string {
  const { command, milliseconds } = timedCommand();
  const own = commandList.flatMap(({ options }) => options.filter(({ ofProcess }) => ofProcess === true));
  const facts = {
    PROTOCOL_TEXT: `${PROTOCOL}`,
    ...{ PROOF_MAX, ANSWER_MAX, REQUEST_MAX, WORD_MAX, WORDS_MAX, COLUMNS_MAX, LOCALES_MAX },
    STEP_MS: STEP_WITHIN_MS,
    EXIT_UNKNOWN: exitCodes.unknown,
    EXIT_CLOSED_PIPE: exitCodes.closedPipe,
    ADDRESS_FILE,
    DATA_FOLDER: dataFolderName,
    OWN_COMMANDS: commandList.flatMap(({ name, isApp }) => (isApp ? [name] : [])),
    OWN_OPTIONS: [...new Set(own.map(({ name }) => `--${name}`))],
    OWN_LETTERS: own.map(({ short = '' }) => short).join(''),
    TIMED_COMMAND: command,
    TIMED_MS: milliseconds,
    RENAMED_REGIONS: ` ${renamedRegions().join(' ')} `,
  };
  const lines = Object.entries(facts).map(
    ([name, value]) =>
      `#define ${name} ${[value]
        .flat()
        .map((each) => JSON.stringify(each))
        .join(', ')}\n`,
  );
  return lines.join('');
}

/** The only command that has to end in time, and the time that it has without its option. Throws if there are others. */
function timedCommand() {
  const timed = commandList.flatMap(({ name }) => {
    const line = parseCommand(name.split(' '));
    const milliseconds = line.ok && line.value.kind === 'run' ? line.value.parsed.timeoutMs : null;
    return milliseconds === null ? [] : [{ command: name, milliseconds }];
  });
  const [only, other] = timed;
  if (only === undefined || other !== undefined)
    throw new Error('The client knows one command with a timeout.');
  return only;
}

/** The regions of two letters that `Intl` calls otherwise. */
function renamedRegions(): readonly string[] {
  const letters = Array.from({ length: 26 }, (_none, index) => String.fromCharCode(65 + index));
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return all.filter((region) => new Intl.Locale(`en-${region}`).region !== region);
}
