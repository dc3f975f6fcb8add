import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseSetup, surelyRids } from '#shared/domain/pastedSetup.ts';
import { soakCount } from '#test/support/soak.ts';

const base = 'https://certs.example.com/api';

/** Made-up tokens of every form that services are known to use. */
const tokens: Readonly<Record<string, string>> = {
  'short hexadecimal words': 'madeuptoken-0123456789abcdef',
  'a UUID': '3f2b8c1e-9d4a-4e6b-8f7a-1c2d3e4f5a6b',
  'a UUID without hyphens': '3f2b8c1e9d4a4e6b8f7a1c2d3e4f5a6b',
  'a UUID in capitals': '3F2B8C1E-9D4A-4E6B-8F7A-1C2D3E4F5A6B',
  '12 letters and digits': 'Zt7Qm4Kx9Lw2',
  '16 letters and digits': 'Zt7Qm4Kx9Lw2Vb8N',
  '20 letters and digits': 'Zt7Qm4Kx9Lw2Vb8Ns5Rj',
  '24 letters and digits': 'Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6',
  '31 letters and digits': 'Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6Fg1Yp0A',
  '40 letters and digits': 'Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6Fg1Yp0Ac7Ue4Io2k',
  'an id and a secret': '10042:Zt7Qm4Kx9Lw2Vb8N',
  'a secret and a mail address': 'Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6Fg1Yp0Ac:user@example.com',
  'a JSON Web Token': `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${'Zt7Qm4Kx9Lw2'.repeat(3)}`,
  '16 hexadecimal digits': '9a3f5c7e1b2d4f6a',
  '20 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e',
  '24 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e9a3f',
  '31 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e9a3f5c7e1b2',
  '32 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e9a3f5c7e1b2d',
  '40 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e9a3f5c7e1b2d4f6a8c0e',
  '64 hexadecimal digits': '9a3f5c7e1b2d4f6a8c0e9a3f5c7e1b2d'.repeat(2),
  'base64 with padding': 'Zt7Qm4Kx/9Lw2Vb8Ns5+Rj3Hdw==',
  'short base64 with padding': 'Zt7Qm4Kx9Lw2Vbw=',
  base64url: 'Zt7Qm4Kx_9Lw2-Vb8Ns5',
  'long base64url': 'Zk3-8s_QmB7xY0aVh2LrTnD5uEwPcJgF1iOoSqNdKt4',
  'the prefix sk_': 'sk_Zt7Qm4Kx9Lw2Vb8N',
  'the prefix sk_live_': 'sk_live_Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6',
  'the prefix tok-': 'tok-9a3f5c7e1b2d',
  '10 digits': '8402917365',
  '16 digits': '8402917365018274',
  '20 digits': '84029173650182746655',
};

/** Rids of the shapes that services are known to use. */
const ridSets: Readonly<Record<string, readonly string[]>> = {
  'short rids': ['r-1001', 'r-1002', 'r-1003'],
  'one short rid': ['r-1001'],
  numbers: ['98', '4711', '100234'],
  'long numbers': ['1000100234', '1000100235', '1000100236'],
  '12 letters and digits': ['k7Qm2VxT9bRw', 'B5wXe1MsYk9T', 'p3LdZ8nHq2Vc'],
  'one of 12 letters and digits': ['k7Qm2VxT9bRw'],
  UUIDs: ['123e4567-e89b-12d3-a456-426614174000', 'a8098c1a-f86e-41da-bd1a-00112444be1e'],
  'one UUID': ['123e4567-e89b-12d3-a456-426614174000'],
  'several shapes': ['4711', 'k7Qm2VxT9bRw', '123e4567-e89b-12d3-a456-426614174000'],
  'ten rids': Array.from({ length: 10 }, (_, index) => `order-${980 + index * 7}`),
};

/** How address, token and rids are written down. Labels decide in those of the second list. */
const bare: Readonly<Record<string, (token: string, rids: readonly string[]) => string>> = {
  'address, token, rids': (token, rids) => [base, token, ...rids].join('\n'),
  'address, rids, token': (token, rids) => [base, ...rids, token].join('\n'),
  'token, address, rids': (token, rids) => [token, base, ...rids].join('\n'),
  'token, rids, address': (token, rids) => [token, ...rids, base].join(' '),
  'rids, address, token': (token, rids) => [...rids, base, token].join(', '),
  'rids, token, address': (token, rids) => [...rids, token, base].join(' ; '),
  'without an address': (token, rids) => [token, ...rids].join('\n'),
  'an endpoint of the token': (token, rids) => `${base}/open/ssl/latest/\n${token}\n${rids.join(' ')}`,
  'code quotes': (token, rids) => `\`${token}\` \`${base}\` ${rids.map((rid) => `\`${rid}\``).join(' ')}`,
  'brackets around the token': (token, rids) => `${base} (${token}) ${rids.join(' ')}`,
};

const labelled: typeof bare = {
  'English labels': (token, rids) => `Base URL: ${base}\nAccess token: ${token}\nrids: ${rids.join(', ')}`,
  'Chinese labels': (token, rids) => `服务地址：${base}\n访问令牌：${token}\n订单号：${rids.join('、')}`,
  'a label on the line before': (token, rids) =>
    `Address\n${base}\nToken\n${token}x1\nrids\n${rids.join('\n')}`,
  'another service': (token, rids) => `apiId: ${rids[0]}\napiKey: ${token}\nurl: ${base}`,
  'labels on one line': (token, rids) => `url: ${base} token: ${token} rids: ${rids.join(' ')}`,
  'an environment file': (token, rids) => `BASE_URL=${base}\nCERTS_TOKEN="${token}"\nRIDS=${rids.join(',')}`,
  'export lines': (token, rids) =>
    `export URL=${base}\nexport API_KEY=${token}\nexport RIDS="${rids.join(' ')}"`,
  JSON: (token, rids) => JSON.stringify({ address: base, token, rids }, null, 2),
  'JSON on one line': (token, rids) => JSON.stringify({ rids, accessToken: token, url: base }),
  YAML: (token, rids) =>
    `address: ${base}\nsecret: ${token}\nrids:\n${rids.map((rid) => `  - ${rid}`).join('\n')}`,
  'a table': (token, rids) =>
    `address\ttoken\trid\n${rids.map((rid) => `${base}\t${token}\t${rid}`).join('\n')}`,
  Markdown: (token, rids) =>
    `| rid | key |\n|---|---|\n${rids.map((rid) => `| ${rid} | ${token} |`).join('\n')}`,
  curl: (token, rids) =>
    rids.map((rid) => `curl -H 'Authorization: Bearer ${token}' ${base}/open/ssl/latest/${rid}`).join('\n'),
  'a request': (token, rids) =>
    `GET /open/ssl/latest/${rids[0]} HTTP/1.1\nHost: certs.example.com\nAuthorization: Bearer ${token}\nAccept: application/json`,
};

const cases = Object.entries(tokens).flatMap(([form, token]) =>
  Object.entries(ridSets).map(([shape, rids]) => [form, shape, token, rids] as const),
);

/** A part of a token that is long enough to be one. */
function leaks(token: string, words: readonly string[]): boolean {
  return words.some(
    (word) => word === token || (word.length > 7 && (token.includes(word) || word.includes(token))),
  );
}

describe('a pasted token is never a rid', () => {
  it.each(cases)('%s, with %s, in every order', (_form, _shape, token, rids) => {
    for (const [how, write] of Object.entries(bare)) {
      const found = recogniseSetup(write(token, rids));
      const shown = [...found.rids, ...found.duplicates, ...found.odd.map(({ text }) => text)];
      expect({ how, leaks: leaks(token, shown) }).toEqual({ how, leaks: false });
      const isKept = found.token === token || found.undecided.includes(token);
      expect({ how, isKept }).toEqual({ how, isKept: true });
      // Whatever is not asked is right.
      if (found.token === token)
        expect({ how, rids: found.rids.toSorted() }).toEqual({ how, rids: rids.toSorted() });
    }
  });

  it.each(cases)('%s, with %s, is told by labels', (_form, _shape, token, rids) => {
    for (const [how, write] of Object.entries(labelled)) {
      const found = recogniseSetup(write(token, rids));
      const wanted = how === 'a label on the line before' ? `${token}x1` : token;
      const named = how === 'another service' || how === 'a request' ? rids.slice(0, 1) : rids;
      expect({ how, token: found.token, asked: found.undecided }).toEqual({ how, token: wanted, asked: [] });
      expect({ how, rids: found.rids.toSorted() }).toEqual({ how, rids: named.toSorted() });
    }
  });

  it('is found where it is unlike several rids', () => {
    for (const form of [
      'a UUID',
      '16 letters and digits',
      'the prefix sk_',
      'an id and a secret',
      '64 hexadecimal digits',
    ])
      for (const shape of ['short rids', 'one short rid', '12 letters and digits', 'ten rids']) {
        const found = recogniseSetup([base, tokens[form], ...(ridSets[shape] ?? [])].join('\n'));
        expect({ form, shape, ...found }).toMatchObject({
          token: tokens[form],
          undecided: [],
          rids: ridSets[shape],
        });
      }
  });

  it('is asked for where shapes do not tell', () => {
    const uuids = [tokens['a UUID'] ?? '', ...(ridSets['UUIDs'] ?? [])];
    expect(recogniseSetup(`${base} ${uuids.join(' ')}`)).toMatchObject({
      token: null,
      undecided: uuids,
      rids: [],
    });
    expect(recogniseSetup(uuids[0] ?? '')).toMatchObject({
      token: null,
      undecided: uuids.slice(0, 1),
      rids: [],
    });
    const hex = ['5d41402abc4b2a76b9719d911017c592', '7d793037a0760186574b0282f2f435e7'];
    expect(recogniseSetup(hex.join('\n'))).toMatchObject({ token: null, undecided: hex, rids: [] });
  });

  it('is told from rids that were pasted before', () => {
    const rids = ridSets['12 letters and digits'] ?? [];
    const before = recogniseSetup(rids.join('\n'));
    expect(before).toMatchObject({ undecided: rids, rids: [] });
    const token = tokens['24 letters and digits'] ?? '';
    expect(recogniseSetup(`${before.undecided.join('\n')}\n${token}`)).toMatchObject({
      token,
      undecided: [],
      rids,
    });
    expect(recogniseSetup(token, { rids })).toMatchObject({ token, undecided: [], rids: [] });
  });

  it('is another word than a labelled secret of deliveries or a password', () => {
    const token = tokens['20 letters and digits'] ?? '';
    for (const label of ['Signing secret', 'webhook_secret', 'password', '签名密钥'])
      for (const text of [
        `${label}: hunter2hunter2 ${token} r-1001`,
        `token: ${token}\n${label}: hunter2hunter2`,
      ]) {
        const found = recogniseSetup(text);
        expect({ text, ...found }).toMatchObject({
          text,
          token,
          odd: [{ text: '••••••••', reason: 'otherToken' }],
        });
        expect(JSON.stringify(found)).not.toContain('hunter2');
      }
    expect(recogniseSetup('password: hunter2hunter2 r-1001')).toMatchObject({ token: 'hunter2hunter2' });
  });

  describe('is never a rid because of another secret', () => {
    const token = 'Qx7ZpLm29RtVbN4kWc8J';
    const rids = ['k7Qm2VxT9bRw', 'B5wXe1MsYk9T', 'p3LdZ8nHq2Vc', 'Wn4Rk8Tb2JxL', 'h6YvC3mQ9sDf'];
    const [first = ''] = rids;

    it.each([
      ['a secret', [base, token, 'secret: whs-9f8e7d6c5b', ...rids], ['whs-9f8e7d6c5b', token]],
      ['a secret at the end', [base, token, ...rids, 'secret: whs-9f8e7d6c5b'], ['whs-9f8e7d6c5b', token]],
      ['a key', [base, token, 'key=whs-9f8e7d6c5b', ...rids], ['whs-9f8e7d6c5b', token]],
      ['credentials', [base, 'credentials: whs-9f8e7d6c5b', ...rids, token], ['whs-9f8e7d6c5b', token]],
      ['two secrets', [base, 'key: whs-9f8e7d6c5b', `secret: ${token}`], ['whs-9f8e7d6c5b', token]],
      ['a label and its value in the next line', [base, 'token', ...rids, token], [first, token]],
      ['a colon and the value in the next line', [base, 'token:', ...rids, token], [first, token]],
      [
        'a long secret, and one word alone',
        [base, token, `secret: ${'Zt7Qm4Kx9Lw2Vb8N'.repeat(3)}`],
        ['Zt7Qm4Kx9Lw2Vb8N'.repeat(3), token],
      ],
      [
        'a word that ends like a label',
        [base, token, 'hunter2!Secret', ...rids],
        [token, 'hunter2!Secret', ...rids],
      ],
    ])('%s', (_name, lines, undecided) => {
      const found = recogniseSetup(lines.join('\n'));
      expect(found).toMatchObject({ token: null, undecided });
      for (const word of undecided) expect(found.rids).not.toContain(word);
    });

    it('where a label names the token', () => {
      for (const lines of [
        [`secret: whs-9f8e7d6c5b`, `token: ${token}`, ...rids],
        [...rids, `Authorization: Bearer ${token}`, 'key: whs-9f8e7d6c5b'],
      ])
        expect(recogniseSetup(lines.join('\n'))).toMatchObject({ token, undecided: [], rids });
    });
  });

  it.each([
    ['Markdown', (token: string) => `**Token**: \`${token}\`\n**rid**: r-1001`],
    ['the scheme Token', (token: string) => `Authorization: Token ${token}\n${base} r-1001`],
    ['a label without a colon', (token: string) => `访问令牌 ${token}\n地址 ${base}\n订单 r-1001`],
    ['an annotated label', (token: string) => `令牌（只读）：${token}\n${base}\nr-1001`],
    ['cells', (token: string) => `| token | ${token} |\n| address | ${base} |\n| rid | r-1001 |`],
    ['an option of curl', (token: string) => `curl --oauth2-bearer ${token} ${base}/open/ssl/latest/r-1001`],
    ['a header of PowerShell', (token: string) => `$h = @{ Authorization = "Bearer ${token}" }\nr-1001`],
    [
      'code',
      (token: string) => `get("${base}/open/ssl/latest/r-1001", {"Authorization": "Bearer ${token}"})`,
    ],
  ])('is found in %s', (_name, write) => {
    for (const token of Object.values(tokens)) {
      const { token: found, undecided, rids } = recogniseSetup(write(token));
      expect({ found, undecided }).toEqual({ found: token, undecided: [] });
      expect(rids).toContain('r-1001');
    }
  });

  it('is not shown as a part of an address', () => {
    for (const token of Object.values(tokens))
      for (const text of [
        `https://user:${token}@certs.example.com`,
        `${base}?access_token=${token}`,
        `${base}/open/ssl/latest/r-1001?token=${token}`,
      ])
        expect(JSON.stringify(recogniseSetup(text))).not.toContain(token);
  });

  it('is left out where it is known', () => {
    for (const token of Object.values(tokens))
      expect(recogniseSetup(`r-1001 ${token} Bearer ${token}`, { token })).toMatchObject({
        rids: ['r-1001'],
      });
  });

  it('is not shown as a placeholder', () => {
    for (const text of [
      '<Zt7Qm4Kx9Lw2Vb8N>',
      '{Zt7Qm4Kx9Lw2Vb8N}',
      'Bearer [Zt7Qm4Kx9Lw2Vb8N]',
      '$2y$10$Zt7Qm4Kx9Lw2',
    ])
      expect(JSON.stringify(recogniseSetup(text).odd)).not.toContain('Zt7Qm4Kx9Lw2');
  });

  const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const random = (alphabet: string, min: number, max = min) =>
    fc.array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max }).map((chars) => chars.join(''));
  const hex = (length: number) => random('0123456789abcdef', length);
  const uuid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-'));
  const anyToken = fc.oneof(
    random(letters, 16, 64),
    fc.constantFrom(16, 20, 24, 31, 32, 40, 64).chain(hex),
    uuid,
    fc.tuple(random(letters, 4, 12), random(letters, 12, 40)).map((parts) => parts.join(':')),
    random(letters, 16, 40).map((text) => `sk_${text}`),
  );
  const separator = fc.constantFrom('\n', ' ', ', ', '; ', '\t', '、', '\r\n\r\n');

  it('in any order and with any separator, among rids of any one shape', () => {
    const anyRids = fc.oneof(
      fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999 }).map(String), { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(random(letters, 12), { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(uuid, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(
        fc.nat(99_999).map((number) => `order-${number}`),
        { minLength: 1, maxLength: 12 },
      ),
    );
    const parts = fc.tuple(anyToken, anyRids).chain(([token, rids]) =>
      fc.record({
        token: fc.constant(token),
        words: fc.shuffledSubarray([base, token, ...rids], { minLength: rids.length + 2 }),
      }),
    );
    fc.assert(
      fc.property(parts, separator, ({ token, words }, between) => {
        const found = recogniseSetup(words.join(between));
        expect(found.rids).not.toContain(token);
        expect(found.token === token || found.undecided.includes(token)).toBe(true);
      }),
      { numRuns: soakCount(5_000) },
    );
  });

  it('loses no word: each is the token, a rid, or asked about', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(anyToken, random(letters, 3, 20)), { minLength: 1 }),
        separator,
        (words, between) => {
          const { token, undecided, rids } = recogniseSetup(words.join(between));
          expect([...rids, ...undecided, ...(token === null ? [] : [token])].sort()).toEqual(
            [...words].sort(),
          );
        },
      ),
    );
  });
});

describe('what stands around values is no rid', () => {
  it.each([
    [
      'labels of another service',
      'apiId: push-1aaaaa2bbbbb3ccc\napiKey: 0123456789abcdef0123456789abcdef\ncertificateId: cert-1aaaaa2bbbbb3ccc',
      ['push-1aaaaa2bbbbb3ccc', 'cert-1aaaaa2bbbbb3ccc'],
    ],
    ['full-width colons', '编号：r-1001\n名称： r-1002', ['r-1001', 'r-1002']],
    ['name=value', 'first=r-1001 second=r-1002', ['r-1001', 'r-1002']],
    ['JSON', '{"first":"r-1001","more":["r-1002",\n"r-1003"]}', ['r-1001', 'r-1002', 'r-1003']],
    ['numbers in JSON', '{"rids":[1001,1002]}', ['1001', '1002']],
    [
      'verbs and versions',
      'GET r-1001 HTTP/1.1\nPOST r-1002 HTTP/2\nHEAD r-1003',
      ['r-1001', 'r-1002', 'r-1003'],
    ],
    ['headers', 'Accept: application/json\nUser-Agent: curl/8.5.0\nr-1001', ['r-1001']],
    ['options', 'r-1001 -X --header -sS', ['r-1001']],
    ['bullets', '- r-1001\n• r-1002\n* r-1003', ['r-1001', 'r-1002', 'r-1003']],
  ])('%s', (_name, text, rids) => {
    for (const wanted of ['setup', 'orders'] as const)
      expect(recogniseSetup(text, { wanted }).rids).toEqual(rids);
  });

  it.each([
    'WebHook secret: ',
    'webhook secret hunter2hunter2 secret: ',
    'Signing key = ',
    'shared access key: ',
    'API 密钥：',
  ])('no word of the label %s', (label) => {
    for (const wanted of ['setup', 'orders'] as const)
      expect(recogniseSetup(`${label}hunter2hunter2\nr-1001`, { wanted }).rids).toEqual(['r-1001']);
  });

  it('keeps a text in quotes as one rid where no token is looked for', () => {
    expect(recogniseSetup('"with blank/and?more"; r-1', { wanted: 'orders' }).rids).toEqual([
      'with blank/and?more',
      'r-1',
    ]);
  });

  it('keeps a rid before its name', () => {
    const text = 'k7Qm2VxT9bRw: Shop\nB5wXe1MsYk9T: Mail';
    for (const rid of ['k7Qm2VxT9bRw', 'B5wXe1MsYk9T'])
      expect(recogniseSetup(text, { wanted: 'orders' }).rids).toContain(rid);
  });

  it('keeps a rid with a colon in it', () => {
    expect(recogniseSetup('a:1 b:2').rids).toEqual(['a:1', 'b:2']);
  });

  it('gives no word of a label from the clipboard', () => {
    expect(surelyRids('rids: r-1001 r-1002', [])).toEqual({ rids: ['r-1001', 'r-1002'], withheld: 0 });
  });
});
