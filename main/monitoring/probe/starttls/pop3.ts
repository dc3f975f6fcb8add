import { type Dialogue, line, say } from './dialogue.ts';

/** RFC 2595, section 4. */
export function* pop3Dialogue(): Dialogue {
  const greeting = yield* line();
  if (!greeting.startsWith('+OK')) return greeting;
  yield* say('STLS\r\n');
  const answer = yield* line();
  return answer.startsWith('+OK') ? null : answer;
}
