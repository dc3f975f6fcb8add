import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import { cleanText } from '#shared/text.ts';
import type { KeepOutcome } from '../inbox/delivery.ts';

/** The statuses that the receiver sends, with their reason phrases (RFC 9110; 431: RFC 6585). */
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
 * A complete response, prepared as bytes. It is the same for every request, so a sender learns only the status, and it
 * closes the connection.
 * @param method of the request; a response to HEAD has no body
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

/** The status that an outcome is answered with. The service treats every status below 400 as success. */
export function statusOf(outcome: ReceiverOutcome): AnswerStatus {
  return outcome.kind === 'refused' ? refusalStatus(outcome.reason) : 204;
}

const refusalStatuses: Readonly<
  Record<Exclude<RefusalReason['kind'], 'badRequest' | 'headerMissing' | 'headerRepeated'>, AnswerStatus>
> = {
  // Not 404: the path is right, but the user has to allow the host name, for instance that of a tunnel.
  hostNotAllowed: 400,
  originPresent: 400,
  bodyMalformed: 400,
  fieldMissing: 400,
  fieldRepeated: 400,
  fieldNotText: 400,
  sourceNotAllowed: 401,
  timestampMalformed: 401,
  tokenMalformed: 401,
  signature: 401,
  timeSkew: 401,
  unknownPath: 404,
  wrongMethod: 405,
  slow: 408,
  lengthMissing: 411,
  tooLarge: 413,
  contentType: 415,
  contentEncoding: 415,
  unusable: 422,
  flood: 429,
  secretsUnreadable: 503,
  notKept: 503,
};

function refusalStatus(reason: RefusalReason): AnswerStatus {
  switch (reason.kind) {
    case 'badRequest':
      return reason.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    case 'headerMissing':
    case 'headerRepeated':
      return headerStatus(reason.name);
    default:
      return refusalStatuses[reason.kind];
  }
}

function headerStatus(name: string): AnswerStatus {
  if (name === 'content-type') return 415;
  return name.startsWith('z-') ? 401 : 400;
}

export function refused(reason: RefusalReason): ReceiverOutcome {
  return { kind: 'refused', reason };
}

/** The outcome of a request whose delivery was given to the inbox. @param orderName as the delivery has it */
export function outcomeOf(kept: KeepOutcome, orderName: string): ReceiverOutcome {
  if (kept.kind === 'kept') return { kind: 'kept', orderName: cleanText(orderName) };
  return kept.kind === 'replayed' ? kept : refused(kept);
}
