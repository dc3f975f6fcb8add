import type { Connection } from '#main/orders/connections/connection.ts';
import type { CredentialProblem } from '#main/orders/connections/credentialTokens.ts';
import { changeView } from '#main/reporting/configuration/changeView.ts';
import type { ConfigurationChange } from '#main/reporting/configuration/compareConfigurations.ts';
import { connectionsIn } from '#main/reporting/configuration/configurationFiles.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import {
  type ConfigurationChangeView,
  configurationActions,
  configurationKinds,
  configurationWarnings,
  fieldText,
} from '#shared/domain/configurationChange.ts';
import { cleanText } from '#shared/text.ts';
import { type AnswerOf, answerSchema, writtenResult, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import {
  addCommand,
  type CommandContext,
  credentialText,
  hasNoKeychain,
  openFingerprints,
  tellError,
  tellFile,
  waitsForUser,
} from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { givenFile } from '../givenFile.ts';

type GivenImport = Given<never, 'dry-run' | 'yes' | 'accept-warnings' | 'prune'>;
type ImportResult = AnswerOf<typeof configImportResult>['result'];

/** `notafter config export`: prints the configuration. */
async function runConfigExport(
  _given: Given,
  { services, prepare, write }: CommandContext,
): Promise<ExitCode> {
  await prepare();
  write((await services.configuration()).text());
  return exitCodes.fine;
}

/** `notafter config import`: applies a configuration file, all of it or nothing. */
async function runConfigImport(
  { words: [file = ''], options }: GivenImport,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, tell, isJson, answer } = context;
  const { prune } = options;
  const configuration = await services.configuration();
  const given = givenFile(file, context);
  const read = given.ok ? await configuration.take(given.value.content) : given;
  if (!read.ok) return tellError(read.error, context);
  await context.prepare();
  const preview = await configuration.preview(read.value, prune);
  const result = outcomeOf(preview, options);
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
  answer<typeof configImportResult>({
    changed: result === 'imported',
    result,
    changes: changes.map(changeView).map(({ fields, warnings, ...view }) => ({ ...view, fields, warnings })),
    tokensMissing: missing.map(({ connection }) => ({
      name: connection.name,
      baseUrl: connection.baseUrl,
      caFingerprints: openFingerprints(connection),
    })),
    destinationsWaiting: waiting,
  });
  for (const change of changes) say(changeLine(changeView(change), context));
  say(t(`cli.config.${result}`));
  if (!isJson) {
    for (const one of missing) tellToken(one, context);
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
  { 'dry-run': dryRun, yes, 'accept-warnings': acceptWarnings }: GivenImport['options'],
): ImportResult {
  if (changes.length === 0) return 'nothingToChange';
  if (dryRun) return 'dryRun';
  if (!yes && changes.some(({ action }) => action !== 'added')) return 'needsYes';
  return acceptWarnings || changes.every(({ warnings }) => warnings.length === 0)
    ? 'imported'
    : 'needsAcceptance';
}

/** Whether everything in the file is here now. */
function isHere(result: ImportResult): boolean {
  return result === 'imported' || result === 'nothingToChange';
}

interface WithoutToken {
  readonly connection: Connection;
  /** Why its token file is not used; `null`: it has none. */
  readonly problem: CredentialProblem | null;
}

/** Says what is missing for a token: the command that stores or allows one, or what is wrong with its file. */
function tellToken({ connection, problem }: WithoutToken, { services, t, tell }: CommandContext): void {
  const name = cleanText(connection.name);
  const isWaiting = problem !== null && waitsForUser(problem);
  if (problem !== null && !isWaiting) {
    tell(t('cli.config.tokenUnused', { name }));
    tell(`  ${credentialText(problem, t)}`);
    return;
  }
  if (!isWaiting && hasNoKeychain(services)) {
    tellFile('cli.config.tokenFile', connection, { services, t, tell });
    return;
  }
  tell(t(isWaiting ? 'cli.config.tokenNotAllowed' : 'cli.config.tokenMissing', { name }));
  tell(`  ${addCommand(connection, isWaiting ? 'credential' : 'stdin')}`);
}

/** The connections of a file that have no access token here that may be sent to them, in the keychain or in a file. */
async function withoutToken(
  { connections }: Configuration,
  { services, credentials }: CommandContext,
): Promise<readonly WithoutToken[]> {
  const missing: WithoutToken[] = [];
  for (const { id, token } of connectionsIn(connections, services.connections.list())) {
    const connection = services.connections.find(id);
    if (token.kind === 'keychain' || token.kind === 'memory' || connection === null) continue;
    const inFile = await credentials?.tokens.find(id);
    if (inFile?.ok === true && inFile.value !== null) continue;
    const problem = inFile?.ok === false ? inFile.error : null;
    // What a keychain that can't be read has is not known. Where there is none, it has nothing.
    if (token.kind === 'absent' || problem !== null || hasNoKeychain(services))
      missing.push({ connection, problem });
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

/** The JSON of `config import --json`. */
export const configImportResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the configuration was changed. A preview changes nothing.'),
    result: z
      .enum(['imported', 'nothingToChange', 'dryRun', 'needsYes', 'needsAcceptance'])
      .describe(
        'Nothing was done without --yes (needsYes: something that exists would be changed or removed) or --accept-warnings (needsAcceptance).',
      ),
    changes: z.array(
      z.strictObject({
        action: z.enum(configurationActions),
        kind: z.enum(configurationKinds),
        name: z
          .string()
          .describe('Of an order its rid, of an endpoint its host and port, of a destination its folder.'),
        of: z
          .string()
          .nullable()
          .describe('The connection of an order; the rid of an endpoint or destination.'),
        fields: z
          .array(
            z.strictObject({
              name: z.string().describe('The key in the file.'),
              before: z
                .string()
                .nullable()
                .describe('As text of one line; null: none. Of lists only what differs.'),
              after: z.string().nullable(),
            }),
          )
          .describe('What differs, if it is changed; what decides where tokens and keys go, if it is added.'),
        warnings: z
          .array(
            z.strictObject({
              kind: z.enum(configurationWarnings),
              name: z.string().describe('The file, folder, setting or preset.'),
            }),
          )
          .describe('Who can read private keys, where they go, and which alerts become silent.'),
      }),
    ),
    tokensMissing: z
      .array(
        z.strictObject({
          name: z.string(),
          baseUrl: z.string(),
          caFingerprints: z
            .array(z.string())
            .describe('SHA-256 of the own CA that came from a file, if the user has to confirm it.'),
        }),
      )
      .describe('Connections of the file that have no access token here that may be sent to them.'),
    destinationsWaiting: z
      .int()
      .nonnegative()
      .describe('Destinations of the file that are here and wait for their first export.'),
  });

export const configExport = { run: runConfigExport, result: writtenResult };
export const configImport = { run: runConfigImport, result: configImportResult };
