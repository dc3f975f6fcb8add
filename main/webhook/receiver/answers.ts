/** Every status that the receiver answers with, and the words of RFC 9110 (431: RFC 6585) that go with it. */
const phrases = {
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
} as const;

export type AnswerStatus = keyof typeof phrases;

interface Answer {
  readonly head: Buffer;
  readonly whole: Buffer;
}

const extraHeaders: Readonly<Record<string, string>> = {
  405: 'Allow: POST\r\n',
  429: 'Retry-After: 60\r\n',
  503: 'Retry-After: 60\r\n',
};

const answers = Object.fromEntries(
  Object.entries(phrases).map(([status, phrase]) => [status, makeAnswer(status, phrase)]),
) as Record<AnswerStatus, Answer>;

/**
 * A whole answer as it goes out, the same for every request: strangers learn the status and nothing else, and the
 * connection ends with it. @param method of the request; HEAD is never answered with a body
 */
export function answerBytes(status: AnswerStatus, method?: string): Buffer {
  const { head, whole } = answers[status];
  return method === 'HEAD' ? head : whole;
}

function makeAnswer(status: string, phrase: string): Answer {
  const body = status === '204' ? '' : `${phrase}\n`;
  const about =
    body === '' ? '' : `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\n`;
  const common = 'Cache-Control: no-store\r\nConnection: close\r\n';
  const head = `HTTP/1.1 ${status} ${phrase}\r\n${extraHeaders[status] ?? ''}${about}${common}\r\n`;
  return { head: Buffer.from(head, 'latin1'), whole: Buffer.from(head + body, 'latin1') };
}
