import { signTimestamp } from '#test/service/delivery.ts';
import { type Draft, type Mutation, setHeader } from './draft.ts';

const methods = ['GET', 'HEAD', 'PUT', 'post', 'OPTIONS', 'CONNECT', 'PRI', 'P\0ST', 'TRACE', 'POST,', ''];
const versions = [
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.2',
  'http/1.1',
  'HTTP/1.1 x',
  'ICE/1.0',
  '',
  'RTSP/2.0',
  'HTTP/11',
];
const lengths = ['-1', '+5', '0x10', '1e3', '', '99999999999999999999', '5, 5', '0', '262145', '1', '\u00b2'];
const types = [
  'text/plain',
  'application/jsonp',
  'application/json;charset=gbk',
  'application/json, text/plain',
  'application/json;;',
  'application/json;charset=utf-8;charset=gbk',
  'application/json;charset=utf8;v="1;2";',
  'application/json;charset',
  'multipart/form-data; boundary=x',
  '',
  'application/json\0',
  'json',
  '*/*',
];
const hosts = [
  'evil.example',
  'localhost.evil.example',
  'a@localhost',
  'localhost:x',
  '',
  '0.0.0.0',
  'localhost, localhost',
  'localhost/',
  '2130706433',
  '127.1',
  '[::1',
  'localhost..',
];
const codings = [
  'chunked',
  'Chunked',
  'gzip, chunked',
  'chunked, identity',
  '\tchunked',
  'xchunked',
  'identity',
];
const pieces = ['\r\n ', '\r\n\t', '\n', '\r', '\0', '\x7f', '\x01', '\u00ff'];
const names = ['Host', 'z-timestamp', 'z-token', 'Content-Type'];

const headerOf = ({ headers }: Draft, wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? '';

/** Mutations that make a head wrong. Two of them may cancel each other. */
export const headMutations: readonly Mutation[] = [
  (draft, dice) => {
    const gone = dice.oneOf(names);
    draft.headers = draft.headers.filter(([name]) => name !== gone);
  },
  (draft, dice) => {
    const [name, value] = dice.oneOf(draft.headers);
    draft.headers.push(dice.chance(0.5) ? [name.toUpperCase(), value] : [name, 'x']);
  },
  (draft, dice) => {
    const header = dice.oneOf(draft.headers);
    header[1] = dice.spliced(header[1], dice.oneOf(pieces));
  },
  (draft, dice) => {
    const header = dice.oneOf(draft.headers);
    header[0] = dice.spliced(
      header[0],
      dice.oneOf([' ', '\0', '\t', '(', '_', '\u00e9', ':', '\r\n', '\r\n ']),
    );
  },
  (draft, dice) => draft.headers.push(['x-large', 'x'.repeat(dice.oneOf([17_000, 40_000]))]),
  (draft, dice) => {
    const many = Array.from({ length: dice.oneOf([1_500, 2_500]) }, (): [string, string] => ['abcdefgh', '']);
    if (dice.chance(0.1)) draft.headers = [...many, ...draft.headers];
    else draft.headers.push(['', 'x']);
  },
  (draft, dice) => setHeader(draft, 'Content-Length', dice.oneOf(lengths)),
  (draft, dice) => setHeader(draft, 'Content-Length', `${draft.body.length - 1 - dice.below(9)}`),
  (draft, dice) => setHeader(draft, 'Content-Length', `${draft.body.length + 1 + dice.below(9)}`),
  (draft) =>
    draft.headers.push(
      ...[0, 1].map((more): [string, string] => ['Content-Length', `${draft.body.length + more}`]),
    ),
  (draft) =>
    draft.headers.push(...[0, 1].map((): [string, string] => ['Content-Length', `${draft.body.length}`])),
  (draft, dice) => {
    if (dice.chance(0.5)) setHeader(draft, 'Content-Length', `${draft.body.length}`);
    setHeader(draft, 'Transfer-Encoding', dice.oneOf(codings));
    const size = Buffer.from(`${draft.body.length.toString(16)}\r\n`);
    draft.body = Buffer.concat([size, draft.body, Buffer.from('\r\n0\r\n\r\n')]);
  },
  (draft, dice) => {
    setHeader(draft, 'Transfer-Encoding', 'chunked');
    const size = draft.body.length.toString(16);
    const [before, after, end] = dice.oneOf([
      [`${size}\r\n`, '\r\n', '0\r\nz-token: x\r\n\r\n'],
      [`${size};a=b\r\n`, '\r\n', '0;c\r\n\r\n'],
      [`${size}\n`, '\r\n', '0\r\n\r\n'],
      [`${size}\r\n`, '\n', '0\r\n\r\n'],
      [`${size}1\r\n`, '\r\n', '0\r\n\r\n'],
      [`0x${size}\r\n`, '\r\n', '0\r\n\r\n'],
      [`${size} \r\n`, '\r\n', '0\r\n\r\n'],
      [`${size};\n\r\n`, '\r\n', '0\r\n\r\n'],
      [`${size}\r\n`, '\r\n', '0\r\nContent-Length: 1\r\n\r\n'],
      [`${size}\r\n`, '', '0\r\n\r\n'],
    ] as const);
    draft.body = Buffer.concat([Buffer.from(before), draft.body, Buffer.from(after + end)]);
  },
  (draft, dice) => {
    draft.line[0] = dice.oneOf(methods);
  },
  (draft, dice) => {
    const [, path] = draft.line;
    const upper = path.toUpperCase();
    draft.line[1] = dice.oneOf([
      `${path}/`,
      `${path}?a=b`,
      `/${path}`,
      upper === path ? '/X' : upper,
      `${path}%00`,
      `http://localhost${path}`,
      `/x/..${path}`,
      '*',
      '/',
      `${path}#`,
      `${path}\0`,
      path.slice(0, -1),
      `${path};`,
      '',
    ]);
  },
  (draft, dice) => {
    draft.line[2] = dice.oneOf(versions);
  },
  (draft, dice) => {
    const { now, secret } = draft;
    const timestamp = dice.oneOf([
      `${now}0`,
      `${now}`.slice(1),
      `+${now}`.slice(0, 10),
      `${now}.0`,
      '17e8',
      `-${now}`,
      '',
      `0x${now.toString(16)}`,
      `${now - 310}`,
      `${now + 310}`,
      `${now - 1e6}`,
      '0000000000',
      '9999999999',
      `${now}\u00b2`,
    ]);
    setHeader(draft, 'z-timestamp', timestamp);
    setHeader(draft, 'z-token', signTimestamp(timestamp, secret));
  },
  (draft, dice) => {
    const token = headerOf(draft, 'z-token');
    const other = signTimestamp(headerOf(draft, 'z-timestamp'), 'another');
    setHeader(
      draft,
      'z-token',
      dice.oneOf([
        token.toUpperCase(),
        token.slice(1),
        `${token}0`,
        '0'.repeat(64),
        '',
        `0x${token}`,
        token.replace(/./u, 'g'),
        other,
        `${token}, ${token}`,
        token.split('').reverse().join(''),
      ]),
    );
  },
  (draft, dice) => setHeader(draft, 'Host', dice.oneOf(hosts)),
  (draft, dice) => setHeader(draft, 'Content-Type', dice.oneOf(types)),
  (draft, dice) => draft.headers.push(['oRiGiN', dice.oneOf(['null', '', 'http://localhost'])]),
  (draft, dice) => draft.headers.push(['content-encoding', dice.oneOf(['gzip', 'br', 'identity, gzip', ''])]),
  (draft, dice) => {
    draft.eol = dice.oneOf(['\n', '\r', '\r\r\n', '\n\r', '\r\n\r\n', '']);
  },
  (draft, dice) => {
    draft.line[0] = `${dice.oneOf([' ', '\0', '\ufeff', 'x\r\n'])}${draft.line[0]}`;
  },
];

/** Mutations that keep a request valid, or nearly so. */
export const harmlessMutations: readonly Mutation[] = [
  (draft, dice) => {
    for (const header of draft.headers)
      header[0] = dice.chance(0.5) ? header[0].toUpperCase() : header[0].toLowerCase();
  },
  (draft, dice) => draft.headers.push(['x-large', 'x'.repeat(dice.oneOf([100, 8_000, 15_900]))]),
  (draft, dice) => {
    for (let index = dice.oneOf([50, 300]); index > 0; index -= 1) draft.headers.unshift([`a${index}`, '']);
  },
  (draft, dice) =>
    setHeader(draft, 'Content-Length', `${dice.oneOf(['', '00', ' ', '\t'])}${draft.body.length}`),
  (draft, dice) => {
    draft.line[2] = dice.oneOf(['HTTP/1.0', 'RTSP/1.0']);
  },
  (draft, dice) => {
    draft.line[0] = `${dice.oneOf(['\r\n', '\r\n\r\n', '\n', '\r'])}${draft.line[0]}${dice.oneOf(['', ' '])}`;
  },
  (draft, dice) =>
    setHeader(
      draft,
      'Host',
      dice.oneOf(['127.0.0.1:47443', '[::1]:1', 'LOCALHOST', 'localhost.', '127.0.0.9']),
    ),
  (draft, dice) =>
    draft.headers.push([
      ...dice.oneOf([
        ['Expect', '100-continue'],
        ['Expect', 'x'],
        ['Connection', 'keep-alive'],
        ['Connection', 'z-token'],
        ['Upgrade', 'h2c'],
        ['X-Forwarded-For', '192.0.2.1'],
        ['Trailer', 'z-token'],
        ['x-notafter-self-test', 'a'],
        ['Content-Encoding', 'identity'],
      ] as const),
    ]),
];
