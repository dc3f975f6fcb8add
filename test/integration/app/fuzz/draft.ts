import type { DeliveryFields } from '#test/service/delivery.ts';
import type { Dice } from './dice.ts';

/** A request under construction. Texts of the head are Latin-1. */
export interface Draft {
  line: [method: string, path: string, version: string];
  headers: [name: string, value: string][];
  body: Buffer;
  /** Between the lines of the head. */
  eol: string;
  /** Behind the body. */
  tail: Buffer;
  readonly isJson: boolean;
  readonly fields: DeliveryFields;
  readonly secret: string;
  /** A key of the same kind that belongs to another leaf. */
  readonly otherKey: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Changes a draft at random. */
export type Mutation = (draft: Draft, dice: Dice) => void;

/** Replaces all headers of its name. */
export function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([each]) => each !== name), [name, value]];
}

/** Encodes the body again. */
export function rewriteBody(draft: Draft, fields: Readonly<Record<string, unknown>>): void {
  const asForm = () => Object.entries(fields).map(([name, value]) => [name, String(value)]);
  draft.body = Buffer.from(draft.isJson ? JSON.stringify(fields) : new URLSearchParams(asForm()).toString());
}

/** The request as sent, with its length if it has none. */
export function bytesOf({ line, headers, body, eol, tail }: Draft): Buffer {
  const isSized = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/iu.test(name));
  let head = line.join(' ') + eol;
  for (const [name, value] of headers) head += `${name}: ${value}${eol}`;
  if (!isSized) head += `Content-Length: ${body.length}${eol}`;
  return Buffer.concat([Buffer.from(head + eol, 'latin1'), body, tail]);
}
