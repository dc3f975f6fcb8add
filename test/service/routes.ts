/** The endpoints below an order: the JSON object and the four downloads (interface section 4.1). */
export const endpoints = ['latest', 'key', 'certificate', 'certificateServer', 'certificateChain'] as const;

/** `latest` is the JSON object; the others are named as in their paths. */
export type Endpoint = (typeof endpoints)[number];

/** A parsed request target. */
export interface Route {
  readonly rid: string;
  readonly endpoint: Endpoint;
}

const path = /^\/open\/ssl\/latest\/([^/]+)(?:\/(key|certificate|certificateServer|certificateChain))?$/;

function decodedOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Parses a request target. The rid is percent-decoded exactly once, so `%2F` stays inside it and
 * `%2541` is the rid `%41`. Returns undefined for everything outside the interface: other paths, trailing
 * slashes, rids that are no valid UTF-8, and any query string, since the endpoints have no query parameters.
 */
export function parseRoute(target: string): Route | undefined {
  const match = path.exec(target);
  if (match === null || target.includes('?')) return undefined;
  const [, segment = '', download] = match;
  const rid = decodedOnce(segment);
  if (rid === undefined) return undefined;
  return { rid, endpoint: endpoints.find((endpoint) => endpoint === download) ?? 'latest' };
}
