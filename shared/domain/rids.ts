/** Longest rid that is taken; the interface gives no limit, this one keeps a pasted file from becoming a rid. */
export const MAX_RID_LENGTH = 200;

export interface ParsedRids {
  /** Unique rids in the order of their first appearance. */
  readonly rids: readonly string[];
  /** Rids that appeared again, each once. */
  readonly duplicates: readonly string[];
  readonly refused: readonly RefusedRid[];
}

export interface RefusedRid {
  readonly text: string;
  readonly reason: RidRefusal;
}

export type RidRefusal = 'tooLong' | 'controlCharacters' | 'dotSegment';

/** A quoted text, or a run without white space and the punctuation that separates lists in English and Chinese. */
const TOKEN = /"([^"]*)"|'([^']*)'|([^\s,;|\u3001\uFF0C\uFF1B"']+)/gu;
const LATEST_PATH = /^https?:\/\/[^/]+(?:\/[^?#]*)?\/open\/ssl\/latest\/([^/?#]+)/u;

/**
 * Reads rids out of pasted text: any separator, quotes around rids that hold one, and addresses of the
 * latest-certificate endpoint (interface, section 4.1) in place of a bare rid. Blanks are dropped.
 */
export function parseRids(text: string): ParsedRids {
  const rids = new Set<string>();
  const duplicates = new Set<string>();
  const refused: RefusedRid[] = [];
  for (const match of text.replace(/^\uFEFF/u, '').matchAll(TOKEN)) {
    const rid = ridOf((match[1] ?? match[2] ?? match[3] ?? '').trim());
    if (rid === '') continue;
    const reason = ridRefusal(rid);
    if (reason !== null) refused.push({ text: rid.slice(0, 60), reason });
    else if (rids.has(rid)) duplicates.add(rid);
    else rids.add(rid);
  }
  return { rids: [...rids], duplicates: [...duplicates], refused };
}

/** Why a text cannot be a rid, or `null`. `.` and `..` would change the path that they stand in, encoded or not. */
export function ridRefusal(rid: string): RidRefusal | null {
  if (rid.length > MAX_RID_LENGTH) return 'tooLong';
  if (rid === '.' || rid === '..') return 'dotSegment';
  if (!rid.isWellFormed() || /\p{Cc}/u.test(rid)) return 'controlCharacters';
  return null;
}

function ridOf(word: string): string {
  const encoded = LATEST_PATH.exec(word)?.[1];
  if (encoded === undefined) return word;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
