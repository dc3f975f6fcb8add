import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { CommandOutput } from './protocol.ts';
import {
  ANSWER_MAX,
  answerSchema,
  type CommandAnswer,
  type CommandRequest,
  type Holder,
  isProofOf,
  LineReader,
  PROOF_MAX,
  PROTOCOL,
  proofOf,
  readMessage,
  serverProofSchema,
  toLine,
} from './protocol.ts';
import { isOwnSocket, readAddress, type SocketAddress } from './socket.ts';

/** Result of a request to the process that holds the database. */
export type Asked =
  /** Nothing listens, or the process ended before it accepted the request. */
  | { readonly kind: 'noApp' }
  | { readonly kind: 'exit'; readonly code: number }
  /** The command failed with a bug in that process. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'holder'; readonly holder: Holder }
  /** The process runs another version with another protocol. */
  | { readonly kind: 'mismatch'; readonly version: string }
  /** The listener does not know the key of the address file, so it is not NotAfter. Nothing was sent to it. */
  | { readonly kind: 'stranger'; readonly path: string }
  /** Something listens but did not answer in time. */
  | { readonly kind: 'silent' }
  /** The process ended after it accepted the request. */
  | { readonly kind: 'cut' };

/** Connection to the process that holds the database of this folder. */
export interface ClientPorts {
  readonly userData: string;
  readonly platform: NodeJS.Platform;
  readonly output: CommandOutput;
  /** Timeout in ms for each step until the request is accepted; default `STEP_WITHIN_MS`. */
  readonly stepWithinMs?: number;
}

/** How long the process that holds the database has for each step until it accepts a request. */
export const STEP_WITHIN_MS = 10_000;

/** Whether something listens for commands. */
export async function isAnybodyThere({
  userData,
  platform,
}: Pick<ClientPorts, 'userData' | 'platform'>): Promise<boolean> {
  const address = readAddress(userData);
  if (address === null || isOwnSocket(address.path, platform) !== true) return false;
  const socket = await reach(address);
  socket?.destroy();
  return socket !== null;
}

/** Sends a request, but only to a server that has proven that it knows the key. Writes the answer to `output`. */
export async function askHolder(ports: ClientPorts, ask: CommandRequest['ask']): Promise<Asked> {
  for (;;) {
    const address = readAddress(ports.userData);
    if (address === null) return { kind: 'noApp' };
    const asked = await askAt(address, ports, ask);
    // A new process may listen at the same path with a new key.
    if (asked.kind !== 'stranger' || readAddress(ports.userData)?.key === address.key) return asked;
  }
}

async function askAt(
  address: SocketAddress,
  { platform, output, stepWithinMs = STEP_WITHIN_MS }: ClientPorts,
  ask: CommandRequest['ask'],
): Promise<Asked> {
  const { path } = address;
  const isOwn = isOwnSocket(path, platform);
  if (isOwn !== true) return isOwn === null ? { kind: 'noApp' } : { kind: 'stranger', path };
  const socket = await reach(address);
  if (socket === null) return { kind: 'noApp' };
  return await new Promise<Asked>((resolve) => {
    const reader = new LineReader(PROOF_MAX);
    const clientNonce = randomBytes(32).toString('hex');
    let step: 'unproven' | 'proven' | 'taken' = 'unproven';
    const end = (asked: Asked) => {
      clearTimeout(limit);
      resolve(asked);
      socket.destroy();
    };
    const limit = setTimeout(() => end({ kind: 'silent' }), stepWithinMs);
    const closed = () => end({ kind: step === 'taken' ? 'cut' : 'noApp' });
    const prove = (line: string): Asked | null => {
      const server = readMessage(serverProofSchema, line);
      if (server === null) return { kind: 'stranger', path };
      const { nonce: serverNonce, protocol, version, proof } = server;
      const handshake = { ...address, clientNonce, serverNonce, protocol, version };
      if (!isProofOf('server', handshake, proof)) return { kind: 'stranger', path };
      if (protocol !== PROTOCOL) return { kind: 'mismatch', version };
      socket.write(toLine({ proof: proofOf('client', handshake) }) + toLine({ ask }));
      step = 'proven';
      reader.max = ANSWER_MAX;
      limit.refresh();
      return null;
    };
    const take = (line: string): Asked | null => {
      if (step === 'unproven') return prove(line);
      const answer = readMessage(answerSchema, line);
      if (answer !== null && 'taken' in answer) {
        step = 'taken';
        clearTimeout(limit);
      }
      return written(answer, output);
    };
    socket.on('error', closed);
    socket.on('close', closed);
    socket.on('data', (bytes: Buffer) => {
      reader.take(bytes, (line) => {
        const asked = take(line ?? '');
        if (asked !== null) end(asked);
        return asked === null;
      });
    });
    socket.write(toLine({ nonce: clientNonce }));
  });
}

/** @returns the result, or `null` while more messages follow */
function written(answer: CommandAnswer | null, output: CommandOutput): Asked | null {
  if (answer === null) return { kind: 'cut' };
  if ('out' in answer) output.out(answer.out);
  else if ('err' in answer) output.err(answer.err);
  else if ('exit' in answer) return { kind: 'exit', code: answer.exit };
  else if ('failed' in answer) return { kind: 'failed' };
  else if ('holder' in answer) return { kind: 'holder', holder: answer.holder };
  return null;
}

async function reach({ path }: SocketAddress): Promise<Socket | null> {
  return await new Promise((resolve) => {
    const socket = connect(path);
    const refused = () => resolve(null);
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      resolve(socket);
    });
  });
}
