/** The header that marks the app's own test deliveries with a random id. It proves nothing. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** The required headers, each exactly once, in the order of their checks, with their fields. */
const requiredFields = {
  host: 'host',
  'z-timestamp': 'timestamp',
  'z-token': 'token',
  'content-type': 'contentType',
} as const satisfies Record<string, keyof RequestHead>;

export type RequiredHeader = keyof typeof requiredFields;

const requiredHeaders = Object.keys(requiredFields);

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
  const head: { -readonly [Field in keyof RequestHead]: RequestHead[Field] } = {
    host: null,
    timestamp: null,
    token: null,
    contentType: null,
    repeated: null,
    hasOrigin: false,
    isEncoded: false,
    contentLength: null,
    transferEncoding: null,
    forwardedFor: null,
    selfTestId: null,
  };
  const joined = (before: string | null, value: string) => (before === null ? value : `${before},${value}`);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1] ?? '';
    const name = rawHeaders[index]?.toLowerCase();
    switch (name) {
      case 'host':
      case 'z-timestamp':
      case 'z-token':
      case 'content-type': {
        const field = requiredFields[name];
        if (head[field] !== null) head.repeated = earlier(head.repeated, name);
        head[field] = value;
        break;
      }
      case 'origin':
        head.hasOrigin = true;
        break;
      case 'content-encoding':
        // Some frameworks send an empty value for no coding.
        if (value !== '' && value.toLowerCase() !== 'identity') head.isEncoded = true;
        break;
      case 'content-length':
        // Node's parser refuses two of them; if it does not, assume no length.
        head.contentLength = head.contentLength === null ? value : '';
        break;
      case 'transfer-encoding':
        head.transferEncoding = joined(head.transferEncoding, value);
        break;
      case 'x-forwarded-for':
        head.forwardedFor = joined(head.forwardedFor, value);
        break;
      case SELF_TEST_HEADER:
        if (SELF_TEST_ID.test(value)) head.selfTestId = value;
        break;
    }
  }
  return head;
}

function earlier(known: RequiredHeader | null, name: RequiredHeader): RequiredHeader {
  if (known === null) return name;
  return requiredHeaders.indexOf(name) < requiredHeaders.indexOf(known) ? name : known;
}
