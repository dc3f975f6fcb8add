import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtfulRids, recogniseSetup, surelyRids } from '#shared/domain/pastedSetup.ts';
import { anyCharacter } from '#test/support/anyText.ts';

const token = 'Zk3-8s_QmB7xY0aVh2LrTnD5uEwPcJgF1iOoSqNdKt4';
const base = 'https://certs.example.com/api';
const path = '/open/ssl/latest/';

/** Everything that a text must not lose, and nothing else. */
function parts(text: string) {
  const { address, token: found, rids, odd } = recogniseSetup(text);
  return { address, token: found, rids, odd };
}

describe('recogniseSetup', () => {
  it.each([
    ['sh', `curl -sS -H "Authorization: Bearer ${token}" '${base}${path}k7Qm2V/key' -o key.pem | jq .`],
    ['sh in several lines', `curl \\\n  -H 'Authorization: Bearer ${token}' \\\n  ${base}${path}k7Qm2V`],
    ['a prompt', `$ curl --header='authorization: bearer ${token}' "${base}${path}k7Qm2V?x=1"`],
    ['cmd', `curl.exe ^\r\n -H "Authorization: Bearer ${token}" ^\r\n "${base}${path}k7Qm2V"`],
    [
      'PowerShell',
      `Invoke-RestMethod -Method Get -Headers @{ Authorization = "Bearer ${token}" } -Uri "${base}${path}k7Qm2V"`,
    ],
    [
      'PowerShell with a variable',
      `$headers = @{\n  "Authorization" = "Bearer ${token}"\n}\nirm \`\n  -Headers $headers \`\n  ${base}${path}k7Qm2V`,
    ],
  ])('takes address, token and rid out of a command: %s', (_name, command) => {
    expect(parts(command)).toEqual({ address: base, token, rids: ['k7Qm2V'], odd: [] });
  });

  it.each([
    ['lines', `${base}\n${token}\na1\nb2`],
    ['one line', `${token}, ${base}; a1 b2`],
    ['labels', `Base URL: ${base}\nAccess token: ${token}\nrids: a1, b2`],
    ['Chinese labels', `服务地址：${base}\n访问令牌：${token}\n订单号：a1、b2`],
    ['an environment file', `BASE_URL=${base}\nACCESS_TOKEN="${token}"\nRIDS=a1,b2`],
    ['addresses with rids', `Bearer ${token}\n${base}${path}a1\n${base}${path}b2/certificate`],
  ])('takes address, token and rids from %s', (name, text) => {
    const { address, token: found, rids } = recogniseSetup(text);
    expect({ name, address, found, rids }).toEqual({ name, address: base, found: token, rids: ['a1', 'b2'] });
  });

  it('takes a bare host name as the address only where no other is in the text', () => {
    expect(parts('certs.example.com a1')).toMatchObject({
      address: 'https://certs.example.com',
      rids: ['a1'],
    });
    expect(parts('certs.example.com shop.example.com')).toMatchObject({
      address: null,
      rids: ['certs.example.com', 'shop.example.com'],
    });
    expect(parts(`shop.example.com ${base}`)).toMatchObject({ address: base, rids: ['shop.example.com'] });
    expect(parts('localhost:8080').address).toBe('https://localhost:8080');
    expect(parts('http://127.0.0.1:8080').address).toBe('http://127.0.0.1:8080');
  });

  it.each([
    [
      'names',
      'k7Qm2VxB9t: Web shop\nJ7tCf4QnRh: Mail of the office',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['Web shop', 'Mail of the office'],
    ],
    ['short rids', 'shop-1: Web shop\nmail: The mail\n', ['shop-1', 'mail'], ['Web shop', 'The mail']],
    [
      'Chinese names',
      'k7Qm2VxB9t：商城首页\nJ7tCf4QnRh：支付 接口',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['商城首页', '支付 接口'],
    ],
    ['one line', 'k7Qm2VxB9t: Web shop', ['k7Qm2VxB9t'], ['Web shop']],
    ['equals signs', 'shop-1 = Web shop\nmail-2 = Mail', ['shop-1', 'mail-2'], ['Web shop', 'Mail']],
  ])('tells rids from their names behind a colon: %s', (_name, text, rids, names) => {
    const found = recogniseSetup(text, { wanted: 'orders' });
    expect(found.rids).toEqual(rids);
    expect(found.odd).toEqual(names.map((name) => ({ text: name, reason: 'name' })));
    const first = recogniseSetup(text);
    expect([...first.rids, ...first.undecided].toSorted()).toEqual(rids.toSorted());
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'names of several words',
      'Web shop of Berlin k7Qm2VxB9t\nMail gateway J7tCf4QnRh\n\nPortal 9f8e7d6c',
      ['k7Qm2VxB9t', 'J7tCf4QnRh', '9f8e7d6c'],
      ['Web shop of Berlin', 'Mail gateway', 'Portal'],
    ],
    [
      'punctuation and years',
      'Web shop (Berlin) 2026 k7Qm2VxB9t\nMail & more J7tCf4QnRh',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['Web shop (Berlin) 2026', 'Mail & more'],
    ],
    ['one line', 'Web shop k7Qm2VxB9t', ['Web', 'shop', 'k7Qm2VxB9t'], []],
    [
      'the rid first',
      'k7Qm2VxB9t Web shop\nJ7tCf4QnRh Mail',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['Web shop', 'Mail'],
    ],
    [
      'host names',
      'shop.example.com k7Qm2VxB9t\n*.example.org J7tCf4QnRh',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['shop.example.com', '*.example.org'],
    ],
    [
      'Chinese names',
      '商城 首页 k7Qm2VxB9t\n支付接口 J7tCf4QnRh',
      ['k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['商城 首页', '支付接口'],
    ],
    [
      'short rids in every line',
      'Web shop shop-1\nMail gateway mail-2',
      ['shop-1', 'mail-2'],
      ['Web shop', 'Mail gateway'],
    ],
    [
      'a heading',
      'My orders\nWeb shop k7Qm2VxB9t\nMail J7tCf4QnRh',
      ['My', 'orders', 'k7Qm2VxB9t', 'J7tCf4QnRh'],
      ['Web shop', 'Mail'],
    ],
    ['several rids in a line', 'mail k7Qm2VxB9t J7tCf4QnRh', ['mail', 'k7Qm2VxB9t', 'J7tCf4QnRh'], []],
    ['a single word before one rid', 'mail k7Qm2VxB9t', ['mail', 'k7Qm2VxB9t'], []],
    ['words that a label calls rids', 'rids: mail portal k7Qm2VxB9t', ['mail', 'portal', 'k7Qm2VxB9t'], []],
    ['words alone', 'mail portal\nshop front', ['mail', 'portal', 'shop', 'front'], []],
  ])('tells rids from names beside them: %s', (_name, text, rids, names) => {
    const found = recogniseSetup(text, { wanted: 'orders' });
    expect(found.rids).toEqual(rids);
    expect(found.odd).toEqual(names.map((name) => ({ text: name, reason: 'name' })));
  });

  it('finds the token behind a name, and an address that is no name', () => {
    expect(recogniseSetup(`of my account ${token}\nWeb shop k7Qm2VxB9t`)).toMatchObject({
      token,
      rids: ['k7Qm2VxB9t'],
    });
    expect(parts('certs.example.com k7Qm2VxB9t')).toMatchObject({ address: 'https://certs.example.com' });
  });

  it.each([
    `address: ${base}\ntoken: ${token}`,
    'apiId: 1234\ncertificateId: a1b2c3',
    `k7Qm2VxB9t: ${token}`,
    'rids: a1, b2\norder: c3',
  ])('takes no value for a name: %j', (text) => {
    expect(recogniseSetup(text, { wanted: 'orders' }).odd.filter(({ reason }) => reason === 'name')).toEqual(
      [],
    );
  });

  it('guesses a token by its shape', () => {
    expect(recogniseSetup(`a1 ${token}`)).toMatchObject({ token, isTokenGuessed: true, rids: ['a1'] });
    const signed = `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${'x'.repeat(20)}`;
    expect(recogniseSetup(`${signed} ${'y1'.repeat(60)}`)).toMatchObject({ token: signed });
  });

  it('takes a word of 32 hexadecimal characters for a rid where the text says so', () => {
    const rid = '5d41402abc4b2a76b9719d911017c592';
    const named = [`${base}${path}${rid}`, `rid: ${rid}`, `curl ${base}${path}${rid}/key`, `订单号：${rid}`];
    for (const text of named) expect(parts(text)).toMatchObject({ token: null, rids: [rid] });
    expect(parts(`name\trid\nShop\t${rid}`)).toMatchObject({ rids: [rid] });
    expect(parts(`${base}${path}${rid} ${token}`)).toMatchObject({ token, rids: [rid] });
  });

  it('asks whether such a word is the token only while there is none', () => {
    const rid = '5d41402abc4b2a76b9719d911017c592';
    expect(recogniseSetup(`${base} ${rid}`)).toMatchObject({ token: rid, isTokenGuessed: true, rids: [] });
    expect(recogniseSetup(rid, { token })).toMatchObject({
      token: null,
      isTokenGuessed: false,
      rids: [rid],
    });
    // Another token replaces the first, unless it has the form of the rids that are there.
    expect(recogniseSetup(token, { token: 'former', rids: [rid] })).toMatchObject({ token, rids: [] });
    expect(recogniseSetup(token, { token: 'former', rids: [token.replace('Z', 'Y')] })).toMatchObject({
      token: null,
    });
  });

  it('looks for no token and no address where only orders are wanted, and shows none', () => {
    const {
      address,
      token: found,
      rids,
      odd,
    } = recogniseSetup(`Bearer ${token} ${base} a1 ${token.replace('Z', 'Y')}`, { wanted: 'orders' });
    expect({ address, found, rids }).toEqual({
      address: null,
      found: null,
      rids: ['a1', token.replace('Z', 'Y')],
    });
    expect(odd).toEqual([{ text: '••••••••', reason: 'otherToken' }]);
  });

  it.each([
    ['$TOKEN', `curl -H "Authorization: Bearer $TOKEN" ${base}${path}a1`],
    ['<ACCESS_TOKEN>', `Authorization: Bearer <ACCESS_TOKEN>\n${base}${path}a1`],
    ['<rid>', `${base}${path}<rid> a1`],
  ])('names the placeholder %s', (placeholder, text) => {
    const { token: found, rids, odd } = recogniseSetup(text);
    expect({ found, rids }).toEqual({ found: null, rids: ['a1'] });
    expect(odd).toEqual([{ text: placeholder, reason: 'placeholder' }]);
  });

  it.each([
    ['http://certs.example.com', 'http://certs.example.com', 'httpsOnly'],
    ['https://me:hunter2@certs.example.com', 'https://certs.example.com', 'credentialsInUrl'],
    ['https://certs.example.com/?key=hunter2', 'https://certs.example.com/', 'queryInUrl'],
    ['https://certs..example:99999', 'https://certs..example:99999', 'notAUrl'],
  ])('names an address that cannot be used, without its secrets: %s', (text, shown, reason) => {
    expect(parts(text)).toEqual({ address: null, token: null, rids: [], odd: [{ text: shown, reason }] });
  });

  it('keeps the first address and names another', () => {
    expect(parts(`${base} https://other.example.com${path}b2`)).toEqual({
      address: base,
      token: null,
      rids: ['b2'],
      odd: [{ text: 'https://other.example.com', reason: 'otherAddress' }],
    });
  });

  it.each([
    ['tabs', 'name\trid\texpires\nShop front\tk7Qm2VxT\t2026-12-01\nMail\tB5wXe1Ms\t2027-01-02'],
    ['commas', 'name,rid,expires\n"Shop front",k7Qm2VxT,2026-12-01\nMail,B5wXe1Ms,2027-01-02'],
    ['Markdown', '| 订单号 | name |\n|---|---|\n| `k7Qm2VxT` | Shop |\n| B5wXe1Ms | Mail |'],
    ['tabs without a heading', 'Shop front\tk7Qm2VxT\tok\nMail\tB5wXe1Ms\tok'],
  ])('takes the column of rids from a table with %s', (_name, table) => {
    const { rids, odd } = recogniseSetup(table);
    expect(rids).toEqual(['k7Qm2VxT', 'B5wXe1Ms']);
    expect(odd.map(({ reason }) => reason)).toEqual(['column']);
  });

  it('takes every word of a table without a column that stands out', () => {
    expect(recogniseSetup('a\tb\nc\td').rids).toEqual(['a', 'b', 'c', 'd']);
  });

  it('calls rids doubtful that look like something else', () => {
    const rids = ['k7Qm2VxT9bRw', 'shop.example.com', 'Mail', '2026-12-01', 'B5wXe1MsYk9T', 'me@example.com'];
    expect([...doubtfulRids(rids)]).toEqual(['shop.example.com', 'Mail', '2026-12-01', 'me@example.com']);
    expect([...doubtfulRids(['first', 'second'])]).toEqual([]);
  });
});

describe('surelyRids', () => {
  const hex = ['5d41402abc4b2a76b9719d911017c592', '7d793037a0760186574b0282f2f435e7'];

  it.each([
    ['a list of one form', 'k7Qm2VxT\nB5wXe1Ms', ['k7Qm2VxT', 'B5wXe1Ms'], 0],
    ['an address', `${base}${path}k7Qm2V`, ['k7Qm2V'], 0],
    ['a label', 'rid: Tr0ub4dor3', ['Tr0ub4dor3'], 0],
    ['a heading', 'name\trid\nShop\tk7Qm2VxT', ['k7Qm2VxT'], 0],
    ['a single word', 'Tr0ub4dor3', [], 1],
    ['a user name and a password', 'me@example.com Tr0ub4dor3', [], 2],
    ['a token', token, [], 1],
    ['two tokens of one form', hex.join(' '), [], 2],
    ['a labelled token with rids', `Bearer ${token} k7Qm2VxT B5wXe1Ms`, ['k7Qm2VxT', 'B5wXe1Ms'], 1],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIEvgIBADANBgkqhkiG\n', [], 1],
  ])('gives nothing that may be a secret: %s', (_name, text, rids, withheld) => {
    expect(surelyRids(text, [])).toEqual({ rids, withheld });
  });

  it('gives words that have the form of the known rids', () => {
    expect(surelyRids(hex.join(' '), ['0123456789abcdef0123456789abcdef'])).toEqual({
      rids: hex,
      withheld: 0,
    });
    expect(surelyRids('B5wXe1Ms', ['k7Qm2VxT'])).toEqual({ rids: ['B5wXe1Ms'], withheld: 0 });
  });
});

describe('recogniseSetup, of any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom(
      'curl ',
      'Bearer ',
      'Authorization: ',
      'token=',
      base,
      path,
      '\n',
      '\t',
      '"',
      "'",
      '|',
      '\\\n',
      'rid',
    ),
  );
  const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('never throws, and gives a usable address or none', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('setup' as const, 'orders' as const), (text, wanted) => {
        const { address } = recogniseSetup(text, { wanted });
        expect(address === null || URL.canParse(address)).toBe(true);
      }),
    );
  });

  it('shows no labelled token, whatever surrounds it', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const { odd, rids } = recogniseSetup(`${before} Bearer ${token} ${after}`);
        expect(JSON.stringify([odd, rids])).not.toContain(token);
      }),
    );
  });

  const rid = fc.stringMatching(/^[A-Z][a-z]\d[A-Za-z0-9]{2,20}$/u);
  const separator = fc.constantFrom('\n', ' ', ', ', ';', '\t', ' | ', '，', '、', '\r\n\r\n');

  it('never drops a rid, whatever separates it and stands beside it', () => {
    const others = fc.subarray([base, `Authorization: Bearer ${token}`]);
    fc.assert(
      fc.property(
        fc.uniqueArray(rid, { minLength: 1, maxLength: 30 }),
        separator,
        others,
        (rids, between, also) => {
          const found = recogniseSetup([...also, ...rids].join(between));
          const isLabelled = also.some((part) => part.includes(token));
          const guessed = isLabelled || found.token === null ? [] : [found.token];
          expect([...found.rids, ...found.undecided, ...guessed].sort()).toEqual([...rids].sort());
          expect(found.address).toBe(also.includes(base) ? base : null);
          if (isLabelled) expect(found).toMatchObject({ token, undecided: [] });
        },
      ),
    );
  });

  it.each([
    ['spaces after a label', 'authorization:', ' '],
    ['brackets in a token', 'Bearer x', ')'],
    ['quotes', '', '"\''],
    ['backslashes', 'curl ', '\\\n'],
    ['host names', '', 'a.example.com '],
    ['labels', '', 'access token: '],
    ['addresses', 'curl ', 'https://a'],
    ['cells', 'rid\t', 'aA1\t'],
    ['open paths', 'https://a', '/open/ssl/latest'],
    ['placeholders', '', '<{['],
    ['lines of names', '', 'a b1\n'],
    ['a name', '', 'a '],
    ['a rid', 'a ', '-'],
  ])('takes time linear in the text: %s', (_name, before, repeated) => {
    const text = before + repeated.repeat(400_000 / repeated.length);
    // Quadratic time would exceed the time limit of the test many times over.
    expect(recogniseSetup(text).odd.length).toBeLessThanOrEqual(200);
  });
});
