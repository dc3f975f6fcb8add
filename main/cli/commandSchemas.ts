import { endpointSchema } from '#main/reporting/report/inventorySchema.ts';
import { conditionKinds } from '#shared/domain/conditions/conditions.ts';
import {
  configurationActions,
  configurationKinds,
  configurationWarnings,
} from '#shared/domain/configurationChange.ts';
import { z } from '#shared/zod.ts';

/** What every order in the answer of a command has. */
const about = {
  id: z.string(),
  /** The rid, or the name of a push-only order. */
  rid: z.string(),
  title: z.string(),
};

const reason = z.string().nullable().describe('Why it failed or was not done: a word that does not change.');

/** One line instead of the JSON of any command, when nothing was done. Strict, for the tests; readers should ignore unknown keys. */
export const errorSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.literal(false).describe('Nothing was changed.'),
  error: z.strictObject({
    kind: z.string().describe('Why not: a word that does not change.'),
    message: z.string().describe('The same in the language of the user, as on standard error.'),
  }),
});

/** The JSON of `metrics --out` and `config export --out` with `--json`. Strict, for the tests; readers should ignore unknown keys. */
export const writtenSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the file was not there before, or had another content.'),
  file: z.string(),
});

const checkState = z.enum(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN']);

const checkReasons = z.array(
  z.strictObject({
    kind: z.enum(conditionKinds).describe('A word that does not change: docs/states.md.'),
    state: checkState,
    text: z.string(),
  }),
);

/** The JSON of `check --json`. Strict, for the tests; readers should ignore unknown keys. */
export const checkSchema = z.strictObject({
  schema: z.literal(2),
  changed: z.literal(false).describe('A check changes nothing.'),
  state: checkState,
  exitCode: z.int(),
  message: z.string().describe('The text of the first line.'),
  counts: z
    .strictObject({ orders: z.int(), critical: z.int(), warning: z.int(), unknown: z.int() })
    .nullable()
    .describe(
      'All orders, and the items of connections and orders with each state. null: there is no answer, and message says why.',
    ),
  connections: z
    .array(z.strictObject({ name: z.string(), state: checkState, reasons: checkReasons }))
    .describe('Those that a check fails for: their orders are not checked at the service.'),
  orders: z.array(
    z.strictObject({
      ...about,
      state: checkState,
      reasons: checkReasons,
      secondsLeft: z.int().nullable().describe('Until the certificate expires; null: none is known.'),
      warningBelow: z.int().describe('Seconds left.'),
      criticalBelow: z.int().describe('Seconds left.'),
    }),
  ),
});

/** The JSON of `sync --json`. Strict, for the tests; readers should ignore unknown keys. */
export const syncSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the service has a new certificate for one of the orders.'),
  orders: z.array(
    z.strictObject({
      ...about,
      notAfter: z.iso.datetime().nullable(),
      result: z.enum(['renewed', 'first', 'unchanged', 'failed', 'skipped']),
      reason,
      text: z.string().nullable().describe('The same in the language of the user.'),
    }),
  ),
});

/** The JSON of `probe --json`. Strict, for the tests; readers should ignore unknown keys. */
export const probeSchema = z.strictObject({
  schema: z.literal(2),
  changed: z.literal(false).describe('A probe changes nothing.'),
  missed: z.int().describe('Endpoints that were not checked because this computer is offline.'),
  orders: z.array(z.strictObject({ ...about, endpoints: z.array(endpointSchema) })),
});

/** The JSON of `export --json`. Strict, for the tests; readers should ignore unknown keys. */
export const exportSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether files were written.'),
  warnings: z.array(z.string()).describe('What speaks against the folder: words that do not change.'),
  orders: z.array(
    z.strictObject({
      ...about,
      fingerprint256: z.string().nullable().describe('SHA-256 of the server certificate.'),
      notAfter: z.iso.datetime().nullable(),
      result: z
        .enum(['written', 'current', 'kept', 'refused', 'failed'])
        .describe('current: the files have this certificate already. refused: a question was not answered.'),
      reason,
      folder: z.string(),
      files: z.array(z.string()).describe('The written files, with their folders.'),
      conflicts: z.array(z.string()).describe('Existing files, with their folders.'),
      review: z.array(z.string()).describe('What to review of the certificate: words that do not change.'),
      proof: z
        .strictObject({
          kind: z.enum(['proven', 'notProven', 'notTried']),
          reason,
          isRefused: z.boolean().describe('Whether servers or clients would refuse the files.'),
        })
        .nullable()
        .describe('The TLS handshake with the written files.'),
    }),
  ),
});

/** One line of `receive --json`. Strict, for the tests; readers should ignore unknown keys. */
export const receiveSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the certificate is now trusted: confirmed or accepted.'),
  delivery: z.strictObject({
    id: z.string(),
    receivedAt: z.iso.datetime(),
    webHook: z.string(),
    name: z.string().describe('The name of the order in the delivery.'),
    task: z.string(),
    fingerprint256: z.string().describe('SHA-256 of the server certificate.'),
    notAfter: z.iso.datetime(),
    verdict: z.enum(['waiting', 'confirmed', 'accepted', 'superseded', 'discarded']),
    reason: z.string().nullable().describe('Why it waits: a word that does not change.'),
  }),
  order: z.strictObject(about).nullable().describe('The order that the name is linked to.'),
});

/** The JSON of `quick --json`. Strict, for the tests; readers should ignore unknown keys. */
export const quickSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.literal(false).describe('A window changes nothing.'),
});

/** The JSON of `orders add --json`. Strict, for the tests; readers should ignore unknown keys. */
export const ordersAddSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether an order was added.'),
  connection: z.string(),
  orders: z.array(
    z.strictObject({
      id: z.string(),
      rid: z.string(),
      result: z.enum(['added', 'alreadyThere', 'repeated']),
    }),
  ),
  refused: z.array(z.strictObject({ text: z.string(), reason: z.string() })).describe('What is no rid.'),
});

/** The JSON of `orders remove --json`. Strict, for the tests; readers should ignore unknown keys. */
export const ordersRemoveSchema = z.strictObject({
  schema: z.literal(1),
  changed: z
    .boolean()
    .describe(
      'Whether orders were removed. One that does not exist is no answer, or is left out on request.',
    ),
  orders: z.array(z.strictObject(about)),
});

/** The JSON of `orders tag --json`. Strict, for the tests; readers should ignore unknown keys. */
export const ordersTagSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the order has other tags now.'),
  order: z.strictObject(about),
  tags: z.array(z.string()).describe('All tags of the order, now.'),
});

/** The JSON of `orders note --json`. Strict, for the tests; readers should ignore unknown keys. */
export const ordersNoteSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether the order has another note now.'),
  order: z.strictObject(about),
  note: z.string().describe('The note of the order, now, of several lines; empty: none.'),
});

/** The JSON of `connections add --json`. Strict, for the tests; readers should ignore unknown keys. */
export const connectionsAddSchema = z.strictObject({
  schema: z.literal(1),
  changed: z
    .boolean()
    .describe(
      'It was added, or got after an import what was missing. false: its token file was allowed before.',
    ),
  connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
});

/** The JSON of `connections remove --json`. Strict, for the tests; readers should ignore unknown keys. */
export const connectionsRemoveSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.literal(true).describe('The connection was removed. One that does not exist is no answer.'),
  connection: z.strictObject({ id: z.string(), name: z.string(), baseUrl: z.string() }),
  orders: z.int().describe('How many orders were removed with it.'),
});

/** The JSON of `config import --json`. Strict, for the tests; readers should ignore unknown keys. */
export const configImportSchema = z.strictObject({
  schema: z.literal(1),
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
            name: z.string().describe('The file, folder or setting.'),
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
          .describe('SHA-256 of the own CA that came from a file, if a person has to confirm it.'),
      }),
    )
    .describe('Connections of the file that have no access token here that may be sent to them.'),
  destinationsWaiting: z
    .int()
    .nonnegative()
    .describe('Destinations of the file that are here and wait for their first export.'),
});

/** The JSON of `endpoints add --json` and `endpoints remove --json`. Strict, for the tests; readers should ignore unknown keys. */
export const endpointsSchema = z.strictObject({
  schema: z.literal(1),
  changed: z.boolean().describe('Whether an endpoint was added or removed.'),
  order: z.strictObject(about),
  endpoints: z
    .array(
      z.strictObject({
        host: z.string(),
        port: z.int(),
        protocol: z.string(),
        serverName: z.string().nullable().describe('The name that is asked for; null: the host.'),
      }),
    )
    .describe('All endpoints of the order, now.'),
});
