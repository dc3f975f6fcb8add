import { createServer } from 'node:http';
import { alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { webhookHeaders } from '#main/alerting/events/standardWebhooks.ts';
import { z } from '#shared/zod.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';

/** An event that the app posted. */
export interface LivedEvent {
  /** When it came first, true time in Unix ms. */
  readonly at: number;
  /** Whether the clock of the computer was right then: what is said at a wrong time is said again. */
  readonly isTimely: boolean;
  readonly data: z.infer<ReturnType<typeof alertEventSchema>>;
}

export type EventLog = Awaited<ReturnType<typeof startEventLog>>;

/**
 * A receiver of alerts as events, each once.
 * @param now true time, Unix ms
 * @param isTimely whether the clock of the computer is right
 */
export async function startEventLog(now: () => number, isTimely: () => boolean) {
  const seen = new Map<string, LivedEvent>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (log.isDeaf) {
      request.destroy();
      return;
    }
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const { data } = JSON.parse(body);
    const isSigned = log.secrets.some((secret) => {
      const at = Number(headers['webhook-timestamp']) * 1000;
      return webhookHeaders(secret, id, at, body)['webhook-signature'] === headers['webhook-signature'];
    });
    if (!isSigned) log.unsigned.push(id);
    if (!seen.has(id))
      seen.set(id, { at: now(), isTimely: isTimely(), data: alertEventSchema(z).parse(data) });
    response.writeHead(204).end();
  });
  const port = await listenOnLoopback(server, 0);
  const log = {
    url: `http://127.0.0.1:${port}`,
    /** The secret that counts, and the one before it: an event that is on its way may have that. */
    secrets: [] as string[],
    use(secret: string): void {
      log.secrets.splice(0, log.secrets.length, ...log.secrets.slice(-1), secret);
    },
    /** The ids of events that were signed with another. */
    unsigned: [] as string[],
    /** Whether it hears nothing, because the app that posts is dead. */
    isDeaf: false,
    all: (): readonly LivedEvent[] => [...seen.values()],
    close: () => stopServer(server),
  };
  return log;
}
