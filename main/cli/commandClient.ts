import { connect, type Socket } from 'node:net';
import { type CommandAddress, readAddress } from './addressFile.ts';
import type { CommandOutput } from './commandServer.ts';
import { LineReader } from './lineReader.ts';
import {
  ANSWER_MAX,
  type CommandAnswer,
  type CommandRequest,
  PROTOCOL,
  readAnswer,
  toLine,
} from './protocol.ts';

/** What became of a question to the process that holds the database. */
export type Asked =
  /** Nobody listens, or whoever did ended before it took the question. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'holder'; readonly holder: 'app' | 'command' }
  /** The process is of another version, and does not understand. */
  | { readonly kind: 'mismatch'; readonly version: string }
  /** It took the question and ended before its answer. */
  | { readonly kind: 'cut' };

/** Asks the process that holds the database of this folder. */
export interface CommandClientPorts {
  readonly userData: string;
  /** Of this app. */
  readonly version: string;
  readonly output: CommandOutput;
}

/** Whether somebody listens for commands. */
export async function isAnybodyThere(userData: string): Promise<boolean> {
  const socket = await reach(readAddress(userData));
  socket?.destroy();
  return socket !== null;
}

/** Asks, and gives what it writes to the output. */
export async function askHolder(
  { userData, version, output }: CommandClientPorts,
  ask: CommandRequest['ask'],
): Promise<Asked> {
  const address = readAddress(userData);
  const socket = await reach(address);
  if (socket === null || address === null) return { kind: 'nobody' };
  return await new Promise<Asked>((resolve) => {
    const reader = new LineReader(ANSWER_MAX);
    let isTaken = false;
    const cut = () => end({ kind: isTaken ? 'cut' : 'nobody' });
    const end = (asked: Asked) => {
      resolve(asked);
      socket.destroy();
    };
    socket.on('error', cut);
    socket.on('close', cut);
    socket.on('data', (bytes: Buffer) => {
      for (const line of reader.take(bytes) ?? ['']) {
        const answer = readAnswer(line);
        isTaken ||= answer === null || 'taken' in answer;
        const asked = take(answer, output);
        if (asked !== null) return end(asked);
      }
    });
    socket.write(toLine({ protocol: PROTOCOL, version, key: address.key, ask }));
  });
}

/** @returns how it ended, or `null`: more is to come */
function take(answer: CommandAnswer | null, output: CommandOutput): Asked | null {
  if (answer === null) return { kind: 'cut' };
  if ('out' in answer) output.out(answer.out);
  else if ('err' in answer) output.err(answer.err);
  else if ('exit' in answer) return { kind: 'exit', code: answer.exit };
  else if ('mismatch' in answer) return { kind: 'mismatch', version: answer.mismatch };
  else if ('holder' in answer) return { kind: 'holder', holder: answer.holder };
  return null;
}

async function reach(address: CommandAddress | null): Promise<Socket | null> {
  if (address === null) return null;
  return await new Promise((resolve) => {
    const socket = connect(address.path);
    const refused = () => resolve(null);
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      resolve(socket);
    });
  });
}
