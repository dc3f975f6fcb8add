/** The header that marks the app's own test deliveries with a random id. It proves nothing. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** The headers that must be there exactly once, in the order in which they are asked for. */
const requiredHeaders = ['host', 'z-timestamp', 'z-token', 'content-type'] as const;

export type RequiredHeader = (typeof requiredHeaders)[number];

/** What the receiver looks at in a request's head; `null` where there is no such header. */
export interface RequestHead {
  readonly host: string | null;
  readonly timestamp: string | null;
  readonly token: string | null;
  readonly contentType: string | null;
  /** The first required header that is there twice, also with equal values. */
  readonly repeated: RequiredHeader | null;
  readonly hasOrigin: boolean;
  /** Some coding other than `identity` is named. */
  readonly isEncoded: boolean;
  readonly contentLength: string | null;
  /** All `Transfer-Encoding` in their order, joined by commas. */
  readonly transferEncoding: string | null;
  /** All `X-Forwarded-For` in their order, joined by commas. */
  readonly forwardedFor: string | null;
  readonly selfTestId: string | null;
}

const SELF_TEST_ID = /^[\w-]{1,64}$/u;

/**
 * Reads a head in one walk over Node's `rawHeaders`, names and values in turn. Node's own `headers` will not do: it
 * keeps the first of two hosts and joins two tokens.
 */
export function readHead(rawHeaders: readonly string[]): RequestHead {
  let host: string | null = null;
  let timestamp: string | null = null;
  let token: string | null = null;
  let contentType: string | null = null;
  let repeated: RequiredHeader | null = null;
  let hasOrigin = false;
  let isEncoded = false;
  let contentLength: string | null = null;
  let transferEncoding: string | null = null;
  let forwardedFor: string | null = null;
  let selfTestId: string | null = null;
  const again = (name: RequiredHeader) => {
    repeated = earlier(repeated, name);
  };
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1] ?? '';
    switch (rawHeaders[index]?.toLowerCase()) {
      case 'host':
        if (host !== null) again('host');
        host = value;
        break;
      case 'z-timestamp':
        if (timestamp !== null) again('z-timestamp');
        timestamp = value;
        break;
      case 'z-token':
        if (token !== null) again('z-token');
        token = value;
        break;
      case 'content-type':
        if (contentType !== null) again('content-type');
        contentType = value;
        break;
      case 'origin':
        hasOrigin = true;
        break;
      case 'content-encoding':
        // Some frameworks write an empty one where there is no coding.
        if (value !== '' && value.toLowerCase() !== 'identity') isEncoded = true;
        break;
      case 'content-length':
        // Node's parser refuses two of them; should it not, no length is the safe reading.
        contentLength = contentLength === null ? value : '';
        break;
      case 'transfer-encoding':
        transferEncoding = transferEncoding === null ? value : `${transferEncoding},${value}`;
        break;
      case 'x-forwarded-for':
        forwardedFor = forwardedFor === null ? value : `${forwardedFor},${value}`;
        break;
      case SELF_TEST_HEADER:
        if (SELF_TEST_ID.test(value)) selfTestId = value;
        break;
    }
  }
  return {
    host,
    timestamp,
    token,
    contentType,
    repeated,
    hasOrigin,
    isEncoded,
    contentLength,
    transferEncoding,
    forwardedFor,
    selfTestId,
  };
}

function earlier(known: RequiredHeader | null, name: RequiredHeader): RequiredHeader {
  if (known === null) return name;
  return requiredHeaders.indexOf(name) < requiredHeaders.indexOf(known) ? name : known;
}
