import { randomBytes } from 'node:crypto';
import { signingFile } from '#main/webhook/hooks/hookSecrets.ts';
import { isWithoutKeychain } from '#shared/domain/keychain.ts';
import { instant } from '#shared/domain/orderFieldParts.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import { answerSchema, listed, type Zod } from '../answer.ts';
import type { Given } from '../command.ts';
import { type CommandContext, credentialProblem, keychainError, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { plain, sayTable } from '../table.ts';

/** Its signing secret is read by the command's own process, or made here; or it stays in the file that the system hands over. */
type GivenHook = Given<'path', 'secret-credential', 'name'>;

/** Of a secret that is made. Its text has 32 characters, as the service's own have. */
const SECRET_BYTES = 24;

/** `notafter hooks list`: the addresses that a service can deliver to, without their secrets. */
async function runHooksList(_given: Given, context: CommandContext): Promise<ExitCode> {
  const { services, t, locale, answer } = context;
  await context.prepare();
  const hooks = services.hooks.list();
  answer<typeof hooksListResult>({
    changed: false,
    hooks: hooks.map(({ id, name, path, enabled, createdAt, secrets }) => ({
      id,
      name,
      path,
      isEnabled: enabled,
      createdAt: instant(createdAt),
      secrets: secrets.length,
    })),
  });
  const columns = [
    { title: t('cli.connections.name'), min: 12 },
    { title: t('cli.hooks.path'), min: 34 },
    { title: t('cli.hooks.added'), dropOrder: 1 },
    { title: '' },
  ];
  const rows = hooks.map(({ name, path, enabled, createdAt }) => [
    ...[name, path, formatDate(createdAt, locale, 'local')].map(plain),
    { text: enabled ? '' : t('cli.hooks.off'), style: 'dim' as const },
  ]);
  await sayTable(columns, rows, context, t('cli.hooks.none'));
  return exitCodes.fine;
}

/** `notafter hooks add`: adds an address with its signing secret, which is printed only if it was made here. */
async function runHooksAdd({ options }: GivenHook, context: CommandContext): Promise<ExitCode> {
  const { services, t, say, answer, paint, secret: given } = context;
  await context.prepare();
  const isInFile = options['secret-credential'];
  const refused = await refuseSecret(options.name, isInFile, context);
  if (refused !== null) return refused;
  const made = isInFile || given !== null ? null : randomBytes(SECRET_BYTES).toString('base64url');
  const secret = isInFile ? null : (made ?? given);
  const added = await services.hooks.add({ name: options.name, path: options.path, secret });
  if (!added.ok) return tellError(added.error, context);
  const { id, name, path } = added.value;
  answer<typeof hooksAddResult>({ changed: true, hook: { id, name, path }, secret: made });
  say(`${paint('bold', cleanText(name))}  ${cleanText(path)}`);
  if (made !== null) say(t('cli.hooks.secret', { secret: made }));
  return exitCodes.fine;
}

/** Says why the secret of a hook can't be kept where it is to be. @returns the exit code, or `null` if it can */
async function refuseSecret(
  name: string,
  isInFile: boolean,
  context: CommandContext,
): Promise<ExitCode | null> {
  const { services, credentials, t, tell, unknown } = context;
  const file = signingFile(name) ?? '';
  if (isInFile) {
    const found = await credentials?.isSigningThere(name);
    const problem = credentialProblem(file, found, '--secret-stdin', context);
    if (problem === null) return null;
    tell(problem, 'credential');
    return exitCodes.attention;
  }
  const error = keychainError(services);
  if (error === null) return null;
  return isWithoutKeychain(error) ? unknown(t('cli.hooks.noKeychain', { file })) : tellError(error, context);
}

/** The JSON of `hooks list --json`. */
export const hooksListResult = (z: Zod) =>
  answerSchema(z, {
    changed: listed(z),
    hooks: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        path: z.string().describe('Where the receiver takes its deliveries.'),
        isEnabled: z.boolean(),
        createdAt: z.iso.datetime(),
        secrets: z.int().describe('How many signing secrets it has: two while they are changed.'),
      }),
    ),
  });

/** The JSON of `hooks add --json`. */
export const hooksAddResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.literal(true).describe('The address was added. What is there already is refused.'),
    hook: z.strictObject({ id: z.string(), name: z.string(), path: z.string() }),
    secret: z
      .string()
      .nullable()
      .describe('The signing secret that was made, shown this once; null: it was given.'),
  });

export const hooksList = { run: runHooksList, result: hooksListResult };
export const hooksAdd = { run: runHooksAdd, result: hooksAddResult };
