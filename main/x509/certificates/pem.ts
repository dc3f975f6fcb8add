import { X509Certificate } from 'node:crypto';
import type { InvalidMaterialReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { remembered } from './remembered.ts';

/** One block of textual encoding (RFC 7468; RFC 1421 for legacy keys with headers). */
export interface PemBlock {
  /** Between `BEGIN ` and the dashes, such as `CERTIFICATE` or `EC PRIVATE KEY`. */
  readonly label: string;
  /** The body as valid, padded base64 without white space. */
  readonly base64: string;
  /** A legacy key with the header `Proc-Type: 4,ENCRYPTED`. */
  readonly encryptedByHeader: boolean;
}

export type PemKind = 'certificate' | 'privateKey' | 'encryptedKey' | 'other';

export interface PemOutline {
  readonly certificates: number;
  /** Private keys of any format, including encrypted ones. */
  readonly keys: number;
  /** The text ends within a block; the blocks before it are counted. */
  readonly isTruncated: boolean;
}

export type PemProblem = Extract<
  InvalidMaterialReason,
  'pemTruncated' | 'unreadable' | 'tooManyCertificates'
>;

/** Maximum blocks. A real chain has two to five certificates. */
export const MAX_PEM_BLOCKS = 100;

/** The longest certificate in DER. OpenSSL and BoringSSL take no longer chain from a server (`SSL_MAX_CERT_LIST_DEFAULT`). */
export const CERTIFICATE_MAX_BYTES = 100 * 1024;

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';
const CERTIFICATE_LABELS: ReadonlySet<string> = new Set([
  'CERTIFICATE',
  'X509 CERTIFICATE',
  'TRUSTED CERTIFICATE',
]);
const KEY_LABEL_END = 'PRIVATE KEY';
const ENCRYPTED_KEY_LABEL = 'ENCRYPTED PRIVATE KEY';
/** A character that is neither base64 nor white space. */
const FOREIGN = /[^A-Za-z0-9+/=\s]/u;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;
/** The headers of a legacy key (RFC 1421, section 4.4), before its base64. Any key has two. */
const HEADERS = /^\s*(?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*[\r\n]\s*){1,20}/u;
const LINE_WIDTH = 64;

/**
 * Reads every block in order. Accepts any line ends, a byte order mark, blank lines, indentation and text around.
 * @param known blocks by their text, for texts that repeat each other: those found are not decoded again, others are added
 */
export function readPemBlocks(
  text: string,
  known: Map<string, PemBlock> = new Map(),
): Result<readonly PemBlock[], PemProblem> {
  const blocks: PemBlock[] = [];
  for (const span of spansOf(text)) {
    if (span === 'truncated') return err('pemTruncated');
    if (blocks.length === MAX_PEM_BLOCKS) return err('tooManyCertificates');
    const written = text.slice(span.begin, span.end);
    const block = known.get(written) ?? readBody(span.label, text.slice(span.start, span.end));
    if (block === null) return err('unreadable');
    known.set(written, block);
    blocks.push(block);
  }
  return ok(blocks);
}

/** Counts the blocks of a text by kind without decoding them, which is fast enough for every poll. */
export function outlinePem(text: string): PemOutline {
  let certificates = 0;
  let keys = 0;
  for (const span of spansOf(text)) {
    if (span === 'truncated') return { certificates, keys, isTruncated: true };
    if (CERTIFICATE_LABELS.has(span.label)) certificates += 1;
    else if (span.label.endsWith(KEY_LABEL_END)) keys += 1;
  }
  return { certificates, keys, isTruncated: false };
}

/** The first or the last line of a block. One expression for whole blocks would search for their ends again and again. */
const EDGE = /-----(BEGIN|END) ([A-Z0-9 ]{1,40})-----/gu;

/** The blocks of some labels as they are written, in files that hold other things too. A beginning without an end is none. */
export function writtenBlocks(text: string, isWanted: (label: string) => boolean): readonly string[] {
  const blocks: string[] = [];
  let begun: { readonly label: string; readonly at: number } | null = null;
  for (const { index, 0: line, 1: word, 2: label = '' } of text.matchAll(EDGE)) {
    if (word === 'BEGIN') begun ??= isWanted(label) ? { label, at: index } : null;
    else if (begun?.label === label) {
      blocks.push(text.slice(begun.at, index + line.length));
      begun = null;
    }
  }
  return blocks;
}

export function isCertificateLabel(label: string): boolean {
  return label === 'CERTIFICATE' || label === 'X509 CERTIFICATE';
}

export function pemKind({ label, encryptedByHeader }: PemBlock): PemKind {
  if (CERTIFICATE_LABELS.has(label)) return 'certificate';
  if (!label.endsWith(KEY_LABEL_END)) return 'other';
  return encryptedByHeader || label === ENCRYPTED_KEY_LABEL ? 'encryptedKey' : 'privateKey';
}

/** Writes one canonical block: 64 columns, LF line ends, a final LF. */
export function writePem(label: string, base64: string): string {
  let body = '';
  for (let start = 0; start < base64.length; start += LINE_WIDTH)
    body += `${base64.slice(start, start + LINE_WIDTH)}\n`;
  return `${BEGIN}${label}${DASHES}\n${body}${END}${label}${DASHES}\n`;
}

export const certificatePem = remembered((certificate) =>
  writePem('CERTIFICATE', certificate.raw.toString('base64')),
);

interface PemSpan {
  readonly label: string;
  readonly begin: number;
  /** Of the body, which ends at `end`. */
  readonly start: number;
  readonly end: number;
}

function* spansOf(text: string): Generator<PemSpan | 'truncated'> {
  let begin = text.indexOf(BEGIN);
  // An end without a beginning: the start of the text is missing.
  if (begin === -1 && text.includes(END)) yield 'truncated';
  while (begin !== -1) {
    const labelEnd = text.indexOf(DASHES, begin + BEGIN.length);
    if (labelEnd === -1) return yield 'truncated';
    const label = text.slice(begin + BEGIN.length, labelEnd);
    const start = labelEnd + DASHES.length;
    // The next dashes must end this block; otherwise it is truncated, and another block starts there.
    const end = text.indexOf(DASHES, start);
    const endLine = `${END}${label}${DASHES}`;
    if (end === -1 || !text.startsWith(endLine, end)) return yield 'truncated';
    yield { label, begin, start, end };
    begin = text.indexOf(BEGIN, end + endLine.length);
  }
}

function readBody(label: string, body: string): PemBlock | null {
  const [headers = ''] = HEADERS.exec(body) ?? [];
  const data = body.slice(headers.length);
  if (FOREIGN.test(data)) return null;
  const stripped = data.split(/\s+/u).join('');
  // Missing padding is common in hand-made PEM and can be restored safely.
  const base64 = stripped.endsWith('=') ? stripped : stripped.padEnd(Math.ceil(stripped.length / 4) * 4, '=');
  if (base64 === '' || !isBase64(base64)) return null;
  return { label, base64, encryptedByHeader: /^Proc-Type:.*ENCRYPTED/mu.test(headers) };
}

/**
 * Encoding again is ten times faster than the regular expression, which decides the rare cases of unusual last bits.
 */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text || BASE64.test(text);
}

/**
 * The certificates of a PEM text in their order, without those of kinds that this runtime cannot read.
 * @param parsed those of earlier texts by their base64, of which none is parsed again
 */
export function* certificatesIn(
  pem: string,
  parsed: Map<string, X509Certificate> = new Map(),
): Generator<X509Certificate> {
  const blocks = readPemBlocks(pem);
  for (const block of blocks.ok ? blocks.value : []) {
    if (pemKind(block) !== 'certificate') continue;
    try {
      const certificate =
        parsed.get(block.base64) ?? new X509Certificate(Buffer.from(block.base64, 'base64'));
      parsed.set(block.base64, certificate);
      yield certificate;
    } catch {
      // Stores of systems contain such certificates. They cannot be anchors or issuers here.
    }
  }
}
