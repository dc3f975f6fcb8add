import type { InvalidMaterialReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { remembered } from './remembered.ts';

/** One block of textual encoding (RFC 7468, and RFC 1421 where a legacy key carries headers). */
export interface PemBlock {
  /** Between `BEGIN ` and the dashes, such as `CERTIFICATE` or `EC PRIVATE KEY`. */
  readonly label: string;
  /** The body without white space, padded, checked to be base64. */
  readonly base64: string;
  /** A legacy key whose headers say `Proc-Type: 4,ENCRYPTED`. */
  readonly encryptedByHeader: boolean;
}

export type PemKind = 'certificate' | 'privateKey' | 'encryptedKey' | 'other';

/** What `outlinePem` sees. */
export interface PemOutline {
  readonly certificates: number;
  /** Private keys of any form, encrypted ones too. */
  readonly keys: number;
  /** A block does not end; those before it are counted. */
  readonly isTruncated: boolean;
}

export type PemProblem = Extract<
  InvalidMaterialReason,
  'pemTruncated' | 'unreadable' | 'tooManyCertificates'
>;

/** A real chain has two to five certificates; more blocks than this is not one order's material. */
export const MAX_PEM_BLOCKS = 100;

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
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;
const HEADER_LINE = /^[A-Za-z][A-Za-z0-9-]*:.*$/u;
const LINE_WIDTH = 64;

/**
 * Reads every block of a text, in order. Takes any line ends, a byte order mark, blank lines, indentation and text
 * around the blocks; gives `pemTruncated` for a block that does not end, `unreadable` for a body that is not base64.
 */
export function readPemBlocks(text: string): Result<readonly PemBlock[], PemProblem> {
  const blocks: PemBlock[] = [];
  for (const span of spansOf(text)) {
    if (span === 'truncated') return err('pemTruncated');
    if (blocks.length === MAX_PEM_BLOCKS) return err('tooManyCertificates');
    const block = readBody(span.label, text.slice(span.start, span.end));
    if (block === null) return err('unreadable');
    blocks.push(block);
  }
  return ok(blocks);
}

/** How many blocks of which kind a text has, without a look into them: cheap enough for every answer of a poll. */
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

/** What a block holds, by its label. */
export function pemKind({ label, encryptedByHeader }: PemBlock): PemKind {
  if (CERTIFICATE_LABELS.has(label)) return 'certificate';
  if (!label.endsWith(KEY_LABEL_END)) return 'other';
  return encryptedByHeader || label === ENCRYPTED_KEY_LABEL ? 'encryptedKey' : 'privateKey';
}

/** Writes one block in the canonical form: 64 columns, LF line ends, a final LF, nothing around it. */
export function writePem(label: string, base64: string): string {
  let body = '';
  for (let start = 0; start < base64.length; start += LINE_WIDTH)
    body += `${base64.slice(start, start + LINE_WIDTH)}\n`;
  return `${BEGIN}${label}${DASHES}\n${body}${END}${label}${DASHES}\n`;
}

/** A certificate as canonical PEM. */
export const certificatePem = remembered((certificate) =>
  writePem('CERTIFICATE', certificate.raw.toString('base64')),
);

interface PemSpan {
  readonly label: string;
  /** Where the body starts and ends in the text. */
  readonly start: number;
  readonly end: number;
}

function* spansOf(text: string): Generator<PemSpan | 'truncated'> {
  let begin = text.indexOf(BEGIN);
  // An end without a beginning: the head of the text was lost.
  if (begin === -1 && text.includes(END)) yield 'truncated';
  while (begin !== -1) {
    const labelEnd = text.indexOf(DASHES, begin + BEGIN.length);
    if (labelEnd === -1) return yield 'truncated';
    const label = text.slice(begin + BEGIN.length, labelEnd);
    const start = labelEnd + DASHES.length;
    // The next dashes must be the end of this very block; else it broke off, and a later one goes on there.
    const end = text.indexOf(DASHES, start);
    const endLine = `${END}${label}${DASHES}`;
    if (end === -1 || !text.startsWith(endLine, end)) return yield 'truncated';
    yield { label, start, end };
    begin = text.indexOf(BEGIN, end + endLine.length);
  }
}

function readBody(label: string, body: string): PemBlock | null {
  const hasHeaders = body.includes(':');
  const lines = hasHeaders ? body.split(/\r\n|\r|\n/u) : [body];
  const dataLines = hasHeaders ? lines.filter((line) => !HEADER_LINE.test(line)) : lines;
  const stripped = dataLines.join('').replace(/\s+/gu, '');
  // Padding is the one thing that hand-made PEM loses and that can be put back without doubt.
  const base64 = stripped.endsWith('=') ? stripped : stripped.padEnd(Math.ceil(stripped.length / 4) * 4, '=');
  if (base64 === '' || !isBase64(base64)) return null;
  return { label, base64, encryptedByHeader: hasHeaders && /^Proc-Type:.*ENCRYPTED/mu.test(body) };
}

/** Decoding and encoding again takes a tenth of the expression's time; that has the last word on unusual last bits. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text || BASE64.test(text);
}
