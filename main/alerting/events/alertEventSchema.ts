import { alertEventNames } from '#shared/domain/alertEvents.ts';
import type { eventOrderKeys, OrderValues } from '#shared/domain/orderFields.ts';
import { z } from '#shared/zod.ts';

const time = z.iso.datetime();

type EventOrder = OrderValues<(typeof eventOrderKeys)[number]>;

/** @param order the schema of an order in an event */
export const eventSchemaOf = <Order extends z.ZodType>(order: Order) =>
  z.strictObject({
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

/** An event that waits. What it says of orders is as its version of the app wrote it. */
export const storedEventSchema = eventSchemaOf(
  z.custom<EventOrder>((value) => typeof value === 'object' && value !== null),
);

export type AlertEventJson = z.infer<typeof storedEventSchema>;
