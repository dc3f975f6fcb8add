import { type Dialogue, line, type Part, say } from './dialogue.ts';

/** RFC 9051, sections 6.1.1 and 6.2.1. After a PREAUTH greeting STARTTLS is not allowed. */
export function* imapDialogue(): Dialogue {
  const greeting = yield* line();
  if (!/^\* OK\b/iu.test(greeting)) return greeting;
  const capabilities = yield* command('a1', 'CAPABILITY');
  if (!capabilities.some((text) => /^\* CAPABILITY (?:.* )?STARTTLS(?: |$)/iu.test(text)))
    return capabilities.join(' ');
  const answer = yield* command('a2', 'STARTTLS');
  return /^a2 OK\b/iu.test(answer.at(-1) ?? '') ? null : answer.join(' ');
}

/** Returns all lines up to the tagged answer. */
function* command(tag: string, text: string): Part<readonly string[]> {
  yield* say(`${tag} ${text}\r\n`);
  const lines: string[] = [];
  for (;;) {
    const next = yield* line();
    lines.push(next);
    if (!next.startsWith('* ')) return lines;
  }
}
