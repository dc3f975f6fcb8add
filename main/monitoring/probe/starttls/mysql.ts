import { bytes, type Dialogue, type Part, send } from './dialogue.ts';

const PROTOCOL = 10;
const ERROR = 0xff;
const LONGEST_PACKET = 16 * 1024;
/** Bytes after the version and its zero byte: connection id, first part of the salt, a zero byte. */
const BEFORE_CAPABILITIES = 4 + 8 + 1;
const CLIENT_PROTOCOL_41 = 0x0000_0200;
const CLIENT_SSL = 0x0000_0800;
const CLIENT_SECURE_CONNECTION = 0x0000_8000;
const MAX_PACKET_BYTES = 16 * 1024 * 1024;
const UTF8MB4 = 45;

interface Packet {
  readonly sequence: number;
  readonly payload: Buffer;
}

/** MySQL's and MariaDB's connection phase: the initial handshake packet, then the SSL request packet, then TLS. */
export function* mysqlDialogue(): Dialogue {
  const packet = yield* readPacket();
  if (typeof packet === 'string') return packet;
  const { payload, sequence } = packet;
  // An error code of two bytes; there is no SQL state before the handshake.
  if (payload[0] === ERROR) return payload.subarray(3).toString('utf8');
  const versionEnd = payload.indexOf(0, 1);
  const capabilitiesAt = versionEnd + 1 + BEFORE_CAPABILITIES;
  if (payload[0] !== PROTOCOL || versionEnd === -1 || capabilitiesAt + 2 > payload.length)
    return payload.toString('latin1');
  if ((payload.readUInt16LE(capabilitiesAt) & CLIENT_SSL) === 0)
    return payload.subarray(1, versionEnd).toString('latin1');
  yield* send(sslRequest(sequence + 1));
  return null;
}

function* readPacket(): Part<Packet | string> {
  const head = yield* bytes(4);
  const length = head.readUIntLE(0, 3);
  if (length === 0 || length > LONGEST_PACKET) return head.toString('latin1');
  return { sequence: head.readUInt8(3), payload: yield* bytes(length) };
}

function sslRequest(sequence: number): Buffer {
  const packet = Buffer.alloc(4 + 32);
  packet.writeUIntLE(32, 0, 3);
  packet.writeUInt8(sequence & 0xff, 3);
  packet.writeUInt32LE(CLIENT_PROTOCOL_41 | CLIENT_SSL | CLIENT_SECURE_CONNECTION, 4);
  packet.writeUInt32LE(MAX_PACKET_BYTES, 8);
  packet.writeUInt8(UTF8MB4, 12);
  return packet;
}
