import { type Dialogue, line, type Part, say } from './dialogue.ts';

interface Reply {
  readonly code: string;
  readonly lines: readonly string[];
}

/** RFC 3207, after the greeting and EHLO of RFC 5321. The client has no host name, so it sends an address literal. */
export function* smtpDialogue(): Dialogue {
  const greeting = yield* reply();
  if (greeting.code !== '220') return wordsOf(greeting);
  yield* say('EHLO [127.0.0.1]\r\n');
  const hello = yield* reply();
  if (hello.code !== '250' || !hello.lines.some((text) => /^STARTTLS\s*$/iu.test(text)))
    return wordsOf(hello);
  yield* say('STARTTLS\r\n');
  const answer = yield* reply();
  return answer.code === '220' ? null : wordsOf(answer);
}

/** A reply of one or more lines: a code, a hyphen on all lines but the last, and text. */
function* reply(): Part<Reply> {
  const lines: string[] = [];
  for (;;) {
    const text = yield* line();
    const [, code, divider, rest = ''] = /^(\d{3})(?:([ -])(.*))?$/u.exec(text) ?? [];
    if (code === undefined) return { code: '', lines: [text] };
    lines.push(rest);
    if (divider !== '-') return { code, lines };
  }
}

function wordsOf({ code, lines }: Reply): string {
  return `${code} ${lines.join(' ')}`;
}

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

/** RFC 2595, section 4. */
export function* pop3Dialogue(): Dialogue {
  const greeting = yield* line();
  if (!greeting.startsWith('+OK')) return greeting;
  yield* say('STLS\r\n');
  const answer = yield* line();
  return answer.startsWith('+OK') ? null : answer;
}
