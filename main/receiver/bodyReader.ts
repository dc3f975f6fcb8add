import type { IncomingMessage } from 'node:http';

/**
 * Reads a body of a declared length. Calls back once with all of it, unless the connection ends before; Node's parser
 * sees to the length. The caller overwrites the answer after use.
 */
export function readBody(request: IncomingMessage, length: number, done: (body: Buffer) => void): void {
  // Most bodies come whole: those are not copied.
  let first: Buffer | null = null;
  let rest: Buffer[] | null = null;
  request.on('data', (chunk: Buffer) => {
    if (first === null) first = chunk;
    else if (rest === null) rest = [first, chunk];
    else rest.push(chunk);
  });
  request.once('end', () => {
    if (rest === null) {
      done(first ?? Buffer.alloc(0));
      return;
    }
    const body = Buffer.concat(rest, length);
    for (const chunk of rest) chunk.fill(0);
    done(body);
  });
}
