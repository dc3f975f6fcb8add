import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { controlCommandSchema, runControlCommand, stateOf } from './controlCommands.ts';
import { listenOnLoopback, stopServer } from './loopback.ts';
import type { ReferenceService } from './referenceService.ts';
import { jsonReply, type Reply, sendReply } from './reply.ts';

/** The control endpoint of a service that runs in another process. */
export interface ControlServer {
  /** Accepts `POST` with one JSON command; `GET` returns the state. */
  readonly url: string;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

const largestCommandBytes = 64 * 1024;

function refusal(status: number, message: string): Reply {
  return jsonReply(status, { error: message });
}

// Returns undefined for a body that is no JSON, too long or incomplete.
async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request) {
      bytes += part.length;
      if (bytes > largestCommandBytes) return undefined;
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function reply(service: ReferenceService, request: IncomingMessage): Promise<Reply> {
  // A page in a browser must not reach this, neither with a cross-site form nor with a name that resolves to this address.
  const isOwnName = request.headers.host === `127.0.0.1:${request.socket.localPort}`;
  if (!isOwnName || request.headers.origin !== undefined)
    return refusal(403, 'Only for programs on this machine');
  if (request.url !== '/control') return refusal(404, 'The only path is /control');
  if (request.method === 'GET') return jsonReply(200, stateOf(service));
  if (request.method !== 'POST') return refusal(405, 'Only GET and POST');
  if (request.headers['content-type'] !== 'application/json') return refusal(415, 'Only application/json');
  const command = controlCommandSchema.safeParse(await readJson(request));
  if (!command.success) return refusal(400, z.prettifyError(command.error));
  try {
    return jsonReply(200, await runControlCommand(service, command.data));
  } catch (error) {
    if (error instanceof RangeError) return refusal(409, error.message);
    throw error;
  }
}

/** Opens the control endpoint of the service on any free port of 127.0.0.1. The caller closes it. */
export async function startControlServer(service: ReferenceService): Promise<ControlServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answered = await reply(service, request);
    if (!response.destroyed) sendReply(response, answered);
  };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const port = await listenOnLoopback(server, 0);
  return { url: `http://127.0.0.1:${port}/control`, close: () => stopServer(server) };
}
