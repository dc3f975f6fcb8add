import { bytes, type Dialogue, type Part, send } from './dialogue.ts';

/** Length 8, then the request code 1234 5679. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const LONGEST_ERROR = 16 * 1024;

/** PostgreSQL, "Message Flow", section "SSL Session Encryption": one byte answers, `S` or `N`, or an error. */
export function* postgresDialogue(): Dialogue {
  yield* send(SSL_REQUEST);
  const answer = (yield* bytes(1)).toString('latin1');
  if (answer === 'S') return null;
  return answer === 'E' ? yield* errorText() : answer;
}

/** The message (field `M`) of an ErrorResponse; servers before 7.4 send plain text. */
function* errorText(): Part<string> {
  const length = (yield* bytes(4)).readUInt32BE() - 4;
  if (length < 0 || length > LONGEST_ERROR) return 'E';
  const fields = (yield* bytes(length)).toString('utf8').split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'E';
}
