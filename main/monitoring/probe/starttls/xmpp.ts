import { type Dialogue, type DialogueTopic, type Part, say, some } from './dialogue.ts';

const SERVER_TO_SERVER_PORT = 5269;
const TLS_NAMESPACE = 'urn:ietf:params:xml:ns:xmpp-tls';

const LONGEST = 16 * 1024;

const FEATURES_END = /<\/stream:features\s*>|<stream:features\s*\/>/u;
/** Anchored and bounded, so that a hostile server cannot make the match slow. */
const ANSWER = /^\s*<(?:[\w-]{1,20}:)?(proceed|failure)\b[^>]*(?:\/>|>\s*<\/[^>]*>)/u;
const STREAM_END = '</stream:stream';

/** RFC 6120, section 5: as a server on the server port (section 14.2), otherwise as a client. */
export function* xmppDialogue({ name, port }: DialogueTopic): Dialogue {
  const kind = port === SERVER_TO_SERVER_PORT ? 'jabber:server' : 'jabber:client';
  yield* say(
    `<?xml version='1.0'?><stream:stream to='${escaped(name)}' xmlns='${kind}' ` +
      `xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`,
  );
  const opening = yield* until((text) => FEATURES_END.test(text));
  if (!/<(?:[\w-]{1,20}:)?starttls[\s/>]/u.test(opening)) return opening;
  yield* say(`<starttls xmlns='${TLS_NAMESPACE}'/>`);
  const answer = yield* until((text) => ANSWER.test(text));
  const [whole, word] = ANSWER.exec(answer) ?? [];
  return word === 'proceed' && whole === answer ? null : answer;
}

/** Everything up to the piece that completes it or ends the stream. Stops at data that is not XML. */
function* until(isWhole: (text: string) => boolean): Part<string> {
  let text = '';
  for (;;) {
    const piece = (yield* some()).toString('latin1');
    text += piece;
    if (!/^\s*(?:<|$)/u.test(text) || text.length > LONGEST) return text;
    if (piece.includes('>') && (text.includes(STREAM_END) || isWhole(text))) return text;
  }
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9.:_-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
