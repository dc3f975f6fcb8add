import { createHmac } from 'node:crypto';
import { err, ok, type Result } from '#shared/result.ts';

/** What an accepted request must match. */
export interface Expected {
  readonly path: string;
  readonly secret: string;
  /** Unix ms. */
  readonly now: number;
  /** The only leaf, with its chain and key: PEM. */
  readonly certificate: string;
  readonly key: string;
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/su;
/** The runtime does not distinguish RTSP, whose requests have the same form, from HTTP. */
const VERSION = /^(?:HTTP|RTSP)\/1\.[01]$/u;
const LOOPBACK = /^(?:localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])(?::\d{1,5})?$/iu;
const TYPE = /^application\/(json|x-www-form-urlencoded)((?:[ \t]*;[^;"]*(?:"(?:[^"\\]|\\.)*"[ \t]*)?)*)$/iu;
const CHARSETS = /;[ \t]*charset\b([^;]*)/giu;
const UTF8 =
  /^[ \t]*=[ \t]*["']?(?:utf-?8|unicode-1-1-utf-8|(?:unicode11|unicode20|x-unicode20)utf8)["']?[ \t]*$/iu;
const CHUNK = /^([0-9a-f]{1,16})(?:;[^\r\n]*)?\r\n/iu;
const fieldNames = ['ssl', 'task', 'certificate', 'certificateServer', 'certificateChain', 'key', 'notAfter'];
/** May be missing or null. */
const optionalNames = ['certificateServer', 'certificateChain', 'notAfter'];

/**
 * Returns the name of the task if a request may be answered 204, otherwise the reason. Written from the interface (sections 4.2
 * and 5) and RFC 9112, independent of the receiver, which may refuse more.
 */
export function strictCheck(bytes: Buffer, expected: Expected): Result<string, string> {
  // Leading empty lines and repeated spaces are tolerated (RFC 9112, sections 2.2 and 3).
  const text = bytes.toString('latin1').replace(/^[\r\n]+/u, '');
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return err('no head');
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const words = line.split(/ +/u);
  if (
    words.length !== 3 ||
    words[0] !== 'POST' ||
    !isPath(words[1] ?? '', expected.path) ||
    !VERSION.test(words[2] ?? '')
  )
    return err('request line');
  const headers = new Map<string, string[]>();
  for (const each of lines) {
    const [, name, value] = HEADER.exec(each) ?? [];
    if (name === undefined || value === undefined || !isFieldValue(value)) return err('header');
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const once = (name: string) => {
    const values = headers.get(name) ?? [];
    return values.length === 1 ? (values[0] ?? '') : '';
  };
  if (headers.has('origin')) return err('origin');
  if (
    (headers.get('content-encoding') ?? []).some((coding) => !['', 'identity'].includes(coding.toLowerCase()))
  )
    return err('content coding');
  const isOld = words[2]?.endsWith('1.0') === true;
  if (!LOOPBACK.test(once('host')) && !(isOld && !headers.has('host'))) return err('host');
  const timestamp = once('z-timestamp');
  if (!/^[0-9]{10}$/u.test(timestamp)) return err('timestamp');
  if (Math.abs(Number(timestamp) - expected.now / 1000) > 302) return err('time');
  if (once('z-token') !== createHmac('sha256', expected.secret).update(timestamp).digest('hex'))
    return err('token');
  const [, subtype, parameters = ''] = TYPE.exec(once('content-type')) ?? [];
  if (subtype === undefined || [...parameters.matchAll(CHARSETS)].some(([, value = '']) => !UTF8.test(value)))
    return err('type');
  const rest = text.slice(end + 4);
  const isChunked = headers.has('transfer-encoding');
  if (
    isChunked &&
    (isOld || headers.has('content-length') || once('transfer-encoding').toLowerCase() !== 'chunked')
  )
    return err('transfer coding');
  const body = isChunked ? dechunked(rest) : sized(rest, once('content-length'));
  if (body === null) return err('cut');
  if (body.length > 262_144) return err('length');
  return taskOf(body, subtype.toLowerCase() === 'json', expected);
}

/** A query, and one slash at the end, do not matter. */
function isPath(target: string, path: string): boolean {
  const asked = target.replace(/\?.*$/su, '');
  return asked === path || asked === `${path}/`;
}

function sized(text: string, length: string): Buffer | null {
  if (!/^[0-9]+$/u.test(length)) return null;
  const body = Buffer.from(text.slice(0, Number(length)), 'latin1');
  return body.length === Number(length) ? body : null;
}

/** RFC 9112, section 7.1, without trailers; `null` if incomplete. */
function dechunked(text: string): Buffer | null {
  let body = '';
  for (let rest = text; ; ) {
    const [line, size = ''] = CHUNK.exec(rest) ?? [];
    if (line === undefined) return null;
    const end = line.length + Number.parseInt(size, 16);
    if (!rest.startsWith('\r\n', end)) return null;
    if (end === line.length) return Buffer.from(body, 'latin1');
    body += rest.slice(line.length, end);
    rest = rest.slice(end + 2);
  }
}

/** RFC 9110, section 5.5: no control characters but the tab. */
function isFieldValue(text: string): boolean {
  return [...Buffer.from(text, 'latin1')].every((code) => code === 9 || (code >= 32 && code !== 127));
}

function taskOf(body: Buffer, isJson: boolean, expected: Expected): Result<string, string> {
  const fields = fieldsOf(body, isJson);
  if (fields === null) return err('fields');
  const [ssl = '', task = '', certificate = '', server = '', chain = '', key = '', notAfter = ''] = fields;
  if ([ssl, task, notAfter].some((text) => text.length > 500 || /\p{Cc}/u.test(text)))
    return err('shown text');
  const [leaf] = derOf(certificate);
  const [wanted = [], ...others] = derOf(expected.certificate);
  if (leaf === undefined || !isSame(leaf, wanted)) return err('leaf');
  // Other fields must be of the same order.
  if (derOf(server).some((der) => !isSame(der, wanted))) return err('server');
  const listed = derOf(chain);
  if (listed.length > 0 && ![wanted, ...others].some((der) => listed.some((each) => isSame(each, der))))
    return err('chain');
  return isSameKey(key, expected.key) ? ok(task) : err('key');
}

/** The seven fields as texts, missing optional ones empty; or `null`. */
function fieldsOf(body: Buffer, isJson: boolean): string[] | null {
  let values: unknown[];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (isJson) {
      const object: unknown = JSON.parse(text);
      if (typeof object !== 'object' || object === null || Array.isArray(object)) return null;
      const own = new Map(Object.entries(object));
      values = fieldNames.map((name) => own.get(name) ?? (optionalNames.includes(name) ? '' : null));
    } else {
      const form = new URLSearchParams(text);
      values = fieldNames.map((name) => {
        const all = form.getAll(name);
        return all.length === 0 && optionalNames.includes(name) ? '' : all.length === 1 ? all[0] : null;
      });
    }
  } catch {
    return null;
  }
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === fieldNames.length ? texts : null;
}

/** The readings of a certificate block with any line breaks. */
function derOf(pem: string): string[][] {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/gu)];
  return blocks.map(([, base64 = '']) => readingsOf(base64));
}

function isSameKey(pem: string, expected: string): boolean {
  const inside = /-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----/u;
  const readings = (text: string) => readingsOf(inside.exec(text)?.[1] ?? '');
  return isSame(readings(pem), readings(expected));
}

/** A space may be white space, or stand for the plus of a form. */
function readingsOf(base64: string): string[] {
  const written = base64.replace(/\\[rn]/gu, '\n').replaceAll('\\/', '/');
  const bare = written.replace(/\s/gu, '');
  const joined = written.replace(/[\r\n]/gu, '');
  // A space at the end is one or the other, too: base64 without padding may end with a plus.
  const plus = [joined.trim(), joined].map((text) => text.replaceAll(' ', '+'));
  return [bare, ...plus].map((text) => Buffer.from(text, 'base64').toString('base64'));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.some((reading) => reading !== '' && other.includes(reading));
}
