import { alertEventNames } from '#shared/domain/eventWebhook.ts';
import { z } from '#shared/zod.ts';

const time = z.iso.datetime();

const order = z.strictObject({
  id: z.string(),
  rid: z.string().describe('The rid, or the name of a push-only order.'),
  title: z.string(),
  pushOnly: z.boolean(),
  commonName: z.string().nullable(),
  domains: z.array(z.string()),
  issuer: z.string().nullable(),
  notAfter: time.nullable(),
  chainEnd: z
    .strictObject({ name: z.string(), at: time })
    .nullable()
    .describe('The certificate in the chain that expires before the leaf, and when; null: none.'),
  fingerprint256: z.string().nullable(),
  tags: z.array(z.string()),
});

/** The JSON that the command for alerts reads, and the `data` that the webhook sends. Strict, for the tests; readers should ignore unknown keys. */
export const alertEventSchema = z.strictObject({
  schema: z.literal(1),
  event: z.enum(alertEventNames),
  test: z.boolean().describe('Whether the user asked for it in the settings; nothing happened then.'),
  at: time,
  urgent: z.boolean(),
  title: z.string().describe('What the notification says, in the language of the user.'),
  text: z.string(),
  connection: z.string().nullable().describe('Its name; null for a push-only order and a delivery.'),
  order: order
    .nullable()
    .describe('Of several orders: the first one. Null for tokenRejected and deliveryWaiting.'),
  count: z.int().describe('How many orders or deliveries it is about.'),
  orders: z
    .array(order)
    .nullable()
    .default(null)
    .describe('Of renewed, as a daily summary of several: the first hundred. Otherwise null.'),
  deployed: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Of renewed: whether every server and exported file has it; null if there are none.'),
  overdueSeconds: z.int().nullable().describe('Of overdue.'),
  served: z
    .strictObject({
      endpoint: z.string().describe('Host and port.'),
      endpoints: z.int().describe('How many serve another certificate.'),
      notAfter: time,
    })
    .nullable()
    .describe('Of notDeployed: the other certificate that expires first.'),
  files: z
    .strictObject({
      folder: z.string(),
      outcome: z.enum(['rewritten', 'unproven', 'commandFailed', 'changed', 'held', 'failed']),
    })
    .nullable()
    .describe('Of filesUpdated and filesNeedAttention.'),
  delivery: z
    .strictObject({ order: z.string(), webHook: z.string() })
    .nullable()
    .describe('Of deliveryWaiting: the first one.'),
});

export type AlertEventJson = z.infer<typeof alertEventSchema>;
