/** The header that marks the app's own test deliveries with a random id. It proves nothing. */
export const SELF_TEST_HEADER = 'x-notafter-self-test';

/** Needed exactly once each, in the order of their checks. */
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
  const all = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const earlier = all.get(name);
    if (earlier === undefined) all.set(name, [value]);
    else earlier.push(value);
  }
  const lastOf = (name: string) => all.get(name)?.at(-1) ?? null;
  const joined = (name: string) => all.get(name)?.join(',') ?? null;
  const isRepeated = (name: string) => (all.get(name)?.length ?? 0) > 1;
  return {
    host: lastOf('host'),
    timestamp: lastOf('z-timestamp'),
    token: lastOf('z-token'),
    contentType: lastOf('content-type'),
    repeated: requiredHeaders.find(isRepeated) ?? null,
    hasOrigin: all.has('origin'),
    // Some frameworks send an empty value for no coding.
    isEncoded: all.get('content-encoding')?.some((coding) => !/^(?:identity)?$/iu.test(coding)) ?? false,
    // Node's parser refuses two of them; if it does not, assume no length.
    contentLength: isRepeated('content-length') ? '' : lastOf('content-length'),
    transferEncoding: joined('transfer-encoding'),
    forwardedFor: joined('x-forwarded-for'),
    selfTestId: all.get(SELF_TEST_HEADER)?.findLast((id) => SELF_TEST_ID.test(id)) ?? null,
  };
}
