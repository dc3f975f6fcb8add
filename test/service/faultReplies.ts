import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';
import { jsonReply, type Reply } from './reply.ts';
import { errorBody, type Shape } from './shapes.ts';

const mebibyte = 1024 * 1024;
const paddingBytes = mebibyte + 64 * 1024;
const unpackedBytes = 16 * mebibyte;

const loginPage = `<!doctype html>
<html lang="en">
  <head><title>Sign in</title></head>
  <body><h1>Sign in</h1><form method="post"><input name="user"><button>Continue</button></form></body>
</html>
`;

/**
 * The answer that replaces the right one, for faults that replace it. `otherUrl` is the requested path
 * under another origin.
 */
export function replyInstead(fault: Fault, shape: Shape, otherUrl: string): Reply | undefined {
  if (fault.kind === 'status') {
    const body = errorBody(shape, fault.status, 'fault', `The service answers ${fault.status}`);
    return jsonReply(fault.status, body, fault.headers);
  }
  if (fault.kind === 'redirect') {
    const location = fault.location ?? otherUrl;
    return jsonReply(fault.status ?? 302, { location }, { location });
  }
  if (fault.kind === 'html200') {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return { status: 200, headers, body: Buffer.from(loginPage), manner: 'whole' };
  }
  return undefined;
}

// JSON and PEM both ignore line feeds: without a limit a reader would accept the body.
function padded(body: Buffer, bytes: number): Buffer {
  return Buffer.concat([body, Buffer.alloc(bytes, '\n')]);
}

/** The right answer, with its transport broken by faults of that kind and unchanged by others. */
export function disturbed(reply: Reply, fault: Fault | undefined): Reply {
  if (fault?.kind === 'dropMidBody') return { ...reply, manner: 'cutOff' };
  if (fault?.kind !== 'oversized') return reply;
  if (fault.variant === 'gzip') {
    const headers = { ...reply.headers, 'content-encoding': 'gzip' };
    return { ...reply, headers, body: gzipSync(padded(reply.body, unpackedBytes)) };
  }
  const manner = fault.variant === 'chunked' ? 'chunked' : 'whole';
  return { ...reply, manner, body: padded(reply.body, paddingBytes) };
}
