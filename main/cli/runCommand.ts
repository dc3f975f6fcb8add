import { Language } from '#main/platform/language.ts';
import { plainJson } from '#main/platform/plainJson.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { z } from '#shared/zod.ts';
import { type Command, parseCommand } from './arguments.ts';
import type { CommandContext } from './commandContext.ts';
import type { errorSchema } from './commandSchemas.ts';
import type { CommandServices } from './commandServices.ts';
import { type ExitCode, exitCodes, sayUnknown } from './exitCodes.ts';
import type { CommandOutput, RunRequest } from './protocol.ts';
import { runCheck } from './runs/check.ts';
import { runConfigExport, runConfigImport } from './runs/config.ts';
import { runConnectionsAdd, runConnectionsRemove } from './runs/connections.ts';
import { runEndpointsAdd, runEndpointsRemove } from './runs/endpoints.ts';
import { runExport } from './runs/export.ts';
import { runMetrics } from './runs/metrics.ts';
import { runOrdersAdd, runOrdersNote, runOrdersRemove, runOrdersTag } from './runs/orders.ts';
import { runProbe } from './runs/probe.ts';
import { runQuick } from './runs/quick.ts';
import { runReceive } from './runs/receive.ts';
import { runStatus } from './runs/status.ts';
import { runSync } from './runs/sync.ts';
import { createPaint } from './terminalText.ts';

/** Runs a command in the process that has the services. @param choice the language set in the app */
export async function runCommand(
  { words, cwd, secret, terminal }: RunRequest,
  services: CommandServices,
  choice: Settings['language'],
  output: CommandOutput,
  signal: AbortSignal,
): Promise<ExitCode> {
  const parsed = parseCommand(words);
  // The client has already reported it; this process may be an older version with fewer commands.
  if (!parsed.ok) return exitCodes.unknown;
  const { t, locale } = await Language.load(terminal.locales, choice, terminal.region);
  const { columns, hasColour } = terminal;
  let hasAnswer = false;
  const problem = { kind: 'other', lines: [] as string[] };
  const code = await run(parsed.value, {
    services,
    t,
    locale,
    paint: createPaint(hasColour),
    columns,
    cwd,
    secret,
    signal,
    say: (line) => {
      hasAnswer = true;
      output.out(`${line}\n`);
    },
    tell: (line, kind = problem.kind) => {
      problem.kind = kind;
      problem.lines.push(line);
      output.err(`${line}\n`);
    },
    unknown: (text) => sayUnknown(text, words, output),
    write: (text) => {
      hasAnswer = true;
      output.out(plainJson(text));
    },
  });
  // Programs that read JSON get an answer also when nothing was done.
  if (code === exitCodes.attention && !hasAnswer && isJson(parsed.value))
    output.out(plainJson(errorJson(problem)));
  return code;
}

function isJson(command: Command): boolean {
  return 'json' in command && command.json;
}

function errorJson({ kind, lines }: { readonly kind: string; readonly lines: readonly string[] }): string {
  const error = { kind, message: lines.join(' ') };
  const value: z.input<typeof errorSchema> = { schema: 1, changed: false, error };
  return `${JSON.stringify(value)}\n`;
}

async function run(command: Command, context: CommandContext): Promise<ExitCode> {
  switch (command.name) {
    case 'status':
      return await runStatus(command, context);
    case 'check':
      return await runCheck(command, context);
    case 'metrics':
      return await runMetrics(command, context);
    case 'sync':
      return await runSync(command, context);
    case 'export':
      return await runExport(command, context);
    case 'probe':
      return await runProbe(command, context);
    case 'receive':
      return await runReceive(command, context);
    case 'quick':
      return runQuick(command, context);
    case 'orders add':
      return await runOrdersAdd(command, context);
    case 'orders remove':
      return await runOrdersRemove(command, context);
    case 'orders tag':
      return await runOrdersTag(command, context);
    case 'orders note':
      return await runOrdersNote(command, context);
    case 'connections add':
      return await runConnectionsAdd(command, context);
    case 'connections remove':
      return await runConnectionsRemove(command, context);
    case 'endpoints add':
      return await runEndpointsAdd(command, context);
    case 'endpoints remove':
      return await runEndpointsRemove(command, context);
    case 'config export':
      return await runConfigExport(command, context);
    case 'config import':
      return await runConfigImport(command, context);
    case 'help':
    case 'version':
    case 'completion':
      // Handled by the client.
      return exitCodes.fine;
    default:
      return assertNever(command);
  }
}
