import type { ServerResponse } from 'node:http';

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

/** An answer is the same for every request: strangers learn the status and nothing else, and the connection ends. */
interface Answer {
  readonly phrase: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string;
  /** The whole as it goes out, with the body and without. */
  readonly bytes: Buffer;
  readonly headBytes: Buffer;
}

const extraHeaders: Readonly<Record<string, readonly string[]>> = {
  405: ['Allow', 'POST'],
  429: ['Retry-After', '60'],
  503: ['Retry-After', '60'],
};

const answers = Object.fromEntries(
  Object.entries(phrases).map(([status, phrase]) => [status, makeAnswer(status, phrase)]),
) as Record<AnswerStatus, Answer>;

/** Gives an answer by way of Node's own response, which then closes the connection at once. */
export function writeAnswer(response: ServerResponse, status: AnswerStatus): void {
  const { phrase, headers, body } = answers[status];
  response.sendDate = false;
  response.writeHead(status, phrase, headers).end(body === '' ? undefined : body);
}

/** The whole answer as bytes. @param method of the request; HEAD is never answered with a body */
export function answerBytes(status: AnswerStatus, method?: string): Buffer {
  const { bytes, headBytes } = answers[status];
  return method === 'HEAD' ? headBytes : bytes;
}

function makeAnswer(status: string, phrase: string): Answer {
  const body = status === '204' ? '' : `${phrase}\n`;
  const about =
    body === '' ? [] : ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)];
  const common = ['Cache-Control', 'no-store', 'Connection', 'close'];
  const headers = [...(extraHeaders[status] ?? []), ...about, ...common];
  let head = `HTTP/1.1 ${status} ${phrase}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  head += '\r\n';
  return {
    phrase,
    headers,
    body,
    bytes: Buffer.from(head + body, 'latin1'),
    headBytes: Buffer.from(head, 'latin1'),
  };
}
