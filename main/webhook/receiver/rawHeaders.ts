/** The header that marks the app's own test deliveries with a random id. It proves nothing. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** The required headers, each exactly once, in the order of their checks. */
const requiredHeaders = ['host', 'z-timestamp', 'z-token', 'content-type'] as const;

export type RequiredHeader = (typeof requiredHeaders)[number];

/** The headers that the receiver uses; `null`: absent. */
export interface RequestHead {
  readonly host: string | null;
  readonly timestamp: string | null;
  readonly token: string | null;
  readonly contentType: string | null;
  /** The first required header that is repeated, even with the same value. */
  readonly repeated: RequiredHeader | null;
  readonly hasOrigin: boolean;
  /** A `Content-Encoding` other than `identity`. */
  readonly isEncoded: boolean;
  readonly contentLength: string | null;
  /** All `Transfer-Encoding` headers in order, joined by commas. */
  readonly transferEncoding: string | null;
  /** All `X-Forwarded-For` headers in order, joined by commas. */
  readonly forwardedFor: string | null;
  readonly selfTestId: string | null;
}

const SELF_TEST_ID = /^[\w-]{1,64}$/u;

/**
 * Reads Node's `rawHeaders`, names and values in turn. Node's `headers` would hide repetitions: it keeps the first
 * `Host` and joins two tokens.
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
        // Some frameworks send an empty value for no coding.
        if (value !== '' && value.toLowerCase() !== 'identity') isEncoded = true;
        break;
      case 'content-length':
        // Node's parser refuses two of them; if it does not, assume no length.
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
