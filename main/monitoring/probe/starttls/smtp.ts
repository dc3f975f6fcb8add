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
