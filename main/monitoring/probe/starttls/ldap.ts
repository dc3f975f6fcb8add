import { bytes, type Dialogue, type Part, send } from './dialogue.ts';

/** Sequence, message 1, ExtendedRequest [APPLICATION 23] with the name [0] 1.3.6.1.4.1.1466.20037. */
const START_TLS = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037', 'latin1'),
]);

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const ENUMERATED = 0x0a;
const EXTENDED_RESPONSE = 0x78;
const LONGEST = 16 * 1024;

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** RFC 4511, section 4.14: an extended operation whose response has the result code 0. */
export function* ldapDialogue(): Dialogue {
  yield* send(START_TLS);
  const message = yield* readMessage();
  if (!Buffer.isBuffer(message)) return message;
  const [id, response] = elementsOf(message);
  if (id?.tag !== INTEGER || response?.tag !== EXTENDED_RESPONSE) return message.toString('latin1');
  const [result, , diagnostic] = elementsOf(response.content);
  if (result?.tag !== ENUMERATED) return message.toString('latin1');
  if (result.content.length === 1 && result.content[0] === 0) return null;
  return `${Number(`0x${result.content.toString('hex') || '0'}`)} ${diagnostic?.content.toString('latin1') ?? ''}`;
}

/** The content of the next message, or the text of a server with another protocol. */
function* readMessage(): Part<Buffer | string> {
  const head = yield* bytes(2);
  const [tag, short = 0] = head;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  if (tag !== SEQUENCE || short === 0x80 || lengthBytes > 4) return head.toString('latin1');
  const length = lengthBytes === 0 ? short : (yield* bytes(lengthBytes)).readUIntBE(0, lengthBytes);
  return length > LONGEST ? head.toString('latin1') : yield* bytes(length);
}

/** Consecutive elements (X.690, definite lengths), up to the first incomplete one. */
function elementsOf(content: Buffer): readonly Element[] {
  const elements: Element[] = [];
  let place = 0;
  while (place + 2 <= content.length) {
    const [tag = 0, short = 0] = content.subarray(place);
    const lengthBytes = short < 0x80 ? 0 : short - 0x80;
    const start = place + 2 + lengthBytes;
    if (lengthBytes > 4 || start > content.length) break;
    const length = lengthBytes === 0 ? short : content.readUIntBE(place + 2, lengthBytes);
    if (start + length > content.length) break;
    elements.push({ tag, content: content.subarray(start, start + length) });
    place = start + length;
  }
  return elements;
}
