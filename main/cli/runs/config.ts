import { dirname, resolve } from 'node:path';
import type { Connection } from '#main/orders/connections/connection.ts';
import { changeView } from '#main/reporting/configuration/changeView.ts';
import type { ConfigurationChange } from '#main/reporting/configuration/compareConfigurations.ts';
import { connectionsIn } from '#main/reporting/configuration/configurationFiles.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { type ConfigurationChangeView, fieldText } from '#shared/domain/configurationChange.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { ConfigExportCommand, ConfigImportCommand } from '../arguments.ts';
import {
  addCommand,
  type CommandContext,
  folderProblem,
  openFingerprints,
  tellError,
  waitsForPerson,
} from '../commandContext.ts';
import type { configImportSchema } from '../commandSchemas.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { writtenJson } from '../writtenJson.ts';

type ImportJson = z.input<typeof configImportSchema>;

/** `notafter config export`: prints the configuration, or writes it to a file that only the user can read. */
export async function runConfigExport(
  { out, json }: ConfigExportCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, cwd, unknown, write } = context;
  const path = out === null ? null : resolve(cwd, out);
  const problem = path === null ? null : await folderProblem(dirname(path), context);
  if (problem !== null) return unknown(problem);
  await services.prepare('config export');
  const text = (await services.configuration()).text();
  if (path === null) {
    write(text);
    return exitCodes.fine;
  }
  const written = await writeReport(path, text, 'owner');
  if (!written.ok) return tellError(written.error, context);
  if (json) write(writtenJson(path, written.value));
  return exitCodes.fine;
}

/** `notafter config import`: applies a configuration file, all of it or nothing. */
export async function runConfigImport(
  command: ConfigImportCommand,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, cwd, t, say, tell, write } = context;
  const { file, prune, json } = command;
  const configuration = await services.configuration();
  const read = await configuration.read(resolve(cwd, file));
  if (!read.ok) return tellError(read.error, context);
  await services.prepare('config import');
  const preview = await configuration.preview(read.value, prune);
  const result = outcomeOf(preview, command);
  let changes = preview;
  if (result === 'imported') {
    // Only what was looked at: the keychain may be busy for a while.
    const shown = JSON.stringify(preview);
    const isAgreed = (now: readonly ConfigurationChange[]) => JSON.stringify(now) === shown;
    const applied = await configuration.apply(read.value, prune, isAgreed);
    if (!applied.ok) return tellError(applied.error, context);
    changes = applied.value;
  }
  // A preview says nothing of tokens: the connections may not be here yet.
  const missing = isHere(result) ? await withoutToken(read.value, context) : [];
  const waiting = configuration.waiting(read.value);
  if (json) {
    const value: ImportJson = {
      schema: 1,
      changed: result === 'imported',
      result,
      changes: changes.map(changeView).map(({ fields, warnings, ...view }) => ({
        ...view,
        fields: fields.map((field) => ({ ...field })),
        warnings: warnings.map((warning) => ({ ...warning })),
      })),
      tokensMissing: missing.map(({ connection }) => ({
        name: connection.name,
        baseUrl: connection.baseUrl,
        caFingerprints: [...openFingerprints(connection)],
      })),
      destinationsWaiting: waiting,
    };
    write(`${JSON.stringify(value, null, 2)}\n`);
  } else {
    for (const change of changes) say(changeLine(changeView(change), context));
    say(t(`cli.config.${result}`));
    for (const { connection, token } of missing) {
      const what = token === 'credential' ? 'tokenNotAllowed' : 'tokenMissing';
      tell(t(`cli.config.${what}`, { name: cleanText(connection.name) }));
      tell(`  ${addCommand(connection, token)}`);
    }
    if (waiting > 0 && isHere(result)) tell(t('cli.config.waiting', { count: waiting }));
  }
  return result === 'needsYes' || result === 'needsAcceptance' ? exitCodes.attention : exitCodes.fine;
}

/**
 * What only adds is done at once. What changes or removes something needs `--yes`, and what exposes private keys or
 * silences alerts needs `--accept-warnings`.
 */
function outcomeOf(
  changes: readonly ConfigurationChange[],
  { dryRun, yes, acceptWarnings }: Pick<ConfigImportCommand, 'dryRun' | 'yes' | 'acceptWarnings'>,
): ImportJson['result'] {
  if (changes.length === 0) return 'nothingToChange';
  if (dryRun) return 'dryRun';
  if (!yes && changes.some(({ action }) => action !== 'added')) return 'needsYes';
  return acceptWarnings || changes.every(({ warnings }) => warnings.length === 0)
    ? 'imported'
    : 'needsAcceptance';
}

/** Whether everything in the file is here now. */
function isHere(result: ImportJson['result']): boolean {
  return result === 'imported' || result === 'nothingToChange';
}

interface WithoutToken {
  readonly connection: Connection;
  /** Where its token is: a file waits for a person, or there is none. */
  readonly token: 'credential' | 'stdin';
}

/** The connections of a file that have no access token here that may be sent to them, in the keychain or in a file. */
async function withoutToken(
  { connections }: Configuration,
  { services }: CommandContext,
): Promise<readonly WithoutToken[]> {
  const missing: WithoutToken[] = [];
  for (const { id, token } of connectionsIn(connections, services.connections.list())) {
    const connection = services.connections.find(id);
    if (token.kind !== 'absent' || connection === null) continue;
    const inFile = await services.credentials?.find(id);
    if (inFile?.ok === true && inFile.value !== null) continue;
    const isWaiting = inFile?.ok === false && waitsForPerson(inFile.error);
    missing.push({ connection, token: isWaiting ? 'credential' : 'stdin' });
  }
  return missing;
}

function changeLine(change: ConfigurationChangeView, { t, paint }: CommandContext): string {
  const { action, kind, name, of, fields, warnings } = change;
  const what = t(`configuration.kind.${kind}`);
  const title = paint('bold', cleanText(name));
  const line = of === null ? `${what} ${title}` : `${what} ${title} (${cleanText(of)})`;
  return [
    `${signs[action]} ${line}`,
    ...fields.map((field) => `    ${fieldText(field)}`),
    ...warnings.map(
      (warning) => `  ! ${t(`configuration.warning.${warning.kind}`, { name: cleanText(warning.name) })}`,
    ),
  ].join('\n');
}

const signs = { added: '+', changed: '~', removed: '-' } as const;
