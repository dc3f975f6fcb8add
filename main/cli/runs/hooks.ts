import { randomBytes } from 'node:crypto';
import { signingFile } from '#main/webhook/hooks/hookSecrets.ts';
import { isWithoutKeychain } from '#shared/domain/keychain.ts';
import { instant } from '#shared/domain/orderFieldParts.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { cleanText } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import type { SecretSource } from '../command.ts';
import { type CommandContext, credentialProblem, keychainError, tellError } from '../context.ts';
import { type ExitCode, exitCodes } from '../exitCodes.ts';
import { jsonText } from '../jsonText.ts';
import type { Zod } from '../results.ts';
import { plain, sayTable } from '../sayTable.ts';

export interface HooksListValues {
  readonly json: boolean;
}

export interface HooksAddValues {
  readonly hookName: string;
  /** As it was typed; `null`: a random one. */
  readonly path: string | null;
  /** Where its signing secret is read from; none: one is made; or the file that the system hands over, in which it stays. */
  readonly secret: SecretSource | 'credential';
  readonly json: boolean;
}

/** Of a secret that is made. Its text has 32 characters, as the service's own have. */
const SECRET_BYTES = 24;

/** `notafter hooks list`: the addresses that a service can deliver to, without their secrets. */
export async function runHooksList({ json }: HooksListValues, context: CommandContext): Promise<ExitCode> {
  const { services, t, locale, tell, write } = context;
  await context.prepare();
  const hooks = services.hooks.list();
  if (json) {
    const value: z.input<ReturnType<typeof hooksListResult>> = {
      schema: 1,
      changed: false,
      hooks: hooks.map(({ id, name, path, enabled, createdAt, secrets }) => ({
        ...{ id, name, path, isEnabled: enabled, createdAt: instant(createdAt), secrets: secrets.length },
      })),
    };
    write(jsonText(value));
    return exitCodes.fine;
  }
  if (hooks.length === 0) tell(t('cli.hooks.none'));
  else {
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
    await sayTable(columns, rows, context);
  }
  return exitCodes.fine;
}

/** `notafter hooks add`: adds an address with its signing secret, which is printed only if it was made here. */
export async function runHooksAdd(
  { hookName, path, secret: source, json }: HooksAddValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { services, t, say, write, paint, secret: given } = context;
  await context.prepare();
  const refused = await refuseSecret(hookName, source, context);
  if (refused !== null) return refused;
  const isMade = source !== 'credential' && source.kind === 'none';
  const made = isMade ? randomBytes(SECRET_BYTES).toString('base64url') : null;
  const secret = source === 'credential' ? null : (made ?? given ?? '');
  const added = await services.hooks.add({ name: hookName, path, secret });
  if (!added.ok) return tellError(added.error, context);
  const { id, name, path: own } = added.value;
  const value: z.input<ReturnType<typeof hooksAddResult>> = {
    schema: 1,
    changed: true,
    hook: { id, name, path: own },
    secret: made,
  };
  if (json) write(jsonText(value));
  else {
    say(`${paint('bold', cleanText(name))}  ${cleanText(own)}`);
    if (made !== null) say(t('cli.hooks.secret', { secret: made }));
  }
  return exitCodes.fine;
}

/** Says why the secret of a hook can't be kept where it is to be. @returns the exit code, or `null` if it can */
async function refuseSecret(
  name: string,
  source: HooksAddValues['secret'],
  context: CommandContext,
): Promise<ExitCode | null> {
  const { services, credentials, t, tell, unknown } = context;
  const file = signingFile(name) ?? '';
  if (source === 'credential') {
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
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(false).describe('A list changes nothing.'),
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
  z.strictObject({
    schema: z.literal(1),
    changed: z.literal(true).describe('The address was added. What is there already is refused.'),
    hook: z.strictObject({ id: z.string(), name: z.string(), path: z.string() }),
    secret: z
      .string()
      .nullable()
      .describe('The signing secret that was made, shown this once; null: it was given.'),
  });
