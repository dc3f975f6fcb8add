import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PayloadEncoding } from '#main/webhook/receiver/headCheck.ts';
import { readPayload } from '#main/webhook/receiver/payload.ts';
import { err, ok } from '#shared/result.ts';
import { type DeliveryFields, deliveryEncodings, encodeFields } from '#test/service/delivery.ts';

const fields: DeliveryFields = {
  ssl: 'Bücher & more = 1+1',
  task: 'Édge "quoted" \\ 100%',
  certificate: '-----BEGIN CERTIFICATE-----\nMAIB+/==\n-----END CERTIFICATE-----\n',
  certificateServer: '-----BEGIN CERTIFICATE-----\nMAIB+/==\n-----END CERTIFICATE-----\n',
  certificateChain: '',
  key: '-----BEGIN PRIVATE KEY-----\nMAIB+/==\n-----END PRIVATE KEY-----\n',
  notAfter: '2027-01-01 00:00:00',
};

function read(text: string, encoding: PayloadEncoding = 'json') {
  return readPayload(Buffer.from(text), encoding);
}

const malformed = (detail: string) => err({ kind: 'bodyMalformed', detail });

describe.each(deliveryEncodings)('a payload as %s', (encoding) => {
  it('gives the seven fields as sent', () => {
    expect(read(encodeFields({ ...fields }, encoding), encoding)).toEqual(ok(fields));
  });

  it('decodes what the reference sender encodes, for any texts', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((text) => !/\p{Cc}/u.test(text));
    const base64 = fc.base64String({ maxLength: 400 });
    const pem = base64.map((body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`);
    const payload = fc.record({
      ssl: line,
      task: line,
      certificate: pem,
      certificateServer: pem,
      certificateChain: pem,
      key: pem,
      notAfter: line,
    });
    fc.assert(
      fc.property(payload, (sent) => {
        expect(read(encodeFields(sent, encoding), encoding)).toEqual(ok(sent));
      }),
    );
  });

  it('ignores fields that it does not know', () => {
    const more = { ...fields, rid: 'r1', toString: 'x', constructor: 'y' };
    expect(read(encodeFields(more, encoding), encoding)).toEqual(ok(fields));
  });

  it.each(['certificateServer', 'certificateChain', 'notAfter'] as const)('may lack %s', (name) => {
    const { [name]: _left, ...others } = fields;
    expect(read(encodeFields(others, encoding), encoding)).toEqual(ok({ ...fields, [name]: '' }));
  });

  it('may have PEM with escaped line ends and slashes, as in a text that was encoded twice', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMAIB+/==\n-----END CERTIFICATE-----\n';
    for (const written of ['\\n', '\\r\\n']) {
      const certificate = pem.replaceAll('\n', written).replaceAll('/', '\\/');
      const body = encodeFields({ ...fields, certificate }, encoding);
      expect(read(body, encoding)).toEqual(ok({ ...fields, certificate: pem }));
    }
  });

  it.each(['ssl', 'task', 'certificate', 'key'] as const)('is refused without %s', (name) => {
    const { [name as keyof DeliveryFields]: _left, ...others } = fields;
    expect(read(encodeFields(others, encoding), encoding)).toEqual(err({ kind: 'fieldMissing', name }));
  });

  it('accepts a byte order mark before the body', () => {
    expect(read(`\uFEFF${encodeFields({ ...fields }, encoding)}`, encoding)).toEqual(ok(fields));
  });

  it('is refused when it is not UTF-8', () => {
    const body = Buffer.concat([Buffer.from(encodeFields({ ...fields }, encoding)), Buffer.from([0xc3])]);
    expect(readPayload(body, encoding)).toEqual(malformed('notUtf8'));
  });

  it('has at most 64 fields', () => {
    const many = (count: number) => {
      const filler = Object.fromEntries(Array.from({ length: count - 7 }, (_, index) => [`f${index}`, 'x']));
      return encodeFields({ ...fields, ...filler }, encoding);
    };
    expect(read(many(64), encoding)).toEqual(ok(fields));
    expect(read(many(65), encoding)).toEqual(malformed('tooManyFields'));
  });

  it.each([
    ['a line break', 'a\nb'],
    ['a NUL', 'a\u0000b'],
    ['501 characters', 'a'.repeat(501)],
  ])('is refused when a name has %s', (_what, ssl) => {
    const body = encodeFields({ ...fields, ssl }, encoding);
    expect(read(body, encoding)).toEqual(err({ kind: 'fieldNotText', name: 'ssl' }));
  });

  it('normalises PEM with CRLF, a byte order mark and no final line end', () => {
    const odd = `\uFEFF${fields.key.trimEnd().replaceAll('\n', '\r\n')}`;
    expect(read(encodeFields({ ...fields, key: odd }, encoding), encoding)).toEqual(ok(fields));
  });

  it('never throws, for any input', () => {
    const nearly = fc
      .tuple(fc.nat(encodeFields({ ...fields }, encoding).length), fc.uint8Array({ maxLength: 5 }))
      .map(([at, bytes]) => {
        const body = Buffer.from(encodeFields({ ...fields }, encoding));
        return Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + bytes.length)]);
      });
    const anything = fc.oneof(
      nearly,
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ maxDepth: 8 }).map((text) => Buffer.from(text)),
      fc.string().map((text) => Buffer.from(text)),
    );
    fc.assert(fc.property(anything, (body) => typeof readPayload(body, encoding).ok === 'boolean'));
  });

  it('is never accepted with a repeated field', () => {
    const escaped = (name: string, at: number) => {
      const code = name.charCodeAt(at % name.length);
      const letter =
        encoding === 'json' ? `\\u${code.toString(16).padStart(4, '0')}` : `%${code.toString(16)}`;
      return name.slice(0, at % name.length) + letter + name.slice((at % name.length) + 1);
    };
    const name = fc.constantFrom(...Object.keys(fields));
    fc.assert(
      fc.property(name, fc.nat(20), fc.boolean(), fc.string(), (known, at, isEscaped, value) => {
        const once = encodeFields({ ...fields }, encoding);
        const again = isEscaped ? escaped(known, at) : known;
        const twice =
          encoding === 'json'
            ? `${once.slice(0, -1)}, "${again}" : ${JSON.stringify(value)}}`
            : `${once}&${again}=${encodeURIComponent(value.toWellFormed())}`;
        expect(read(twice, encoding)).toEqual(err({ kind: 'fieldRepeated', name: known }));
      }),
    );
  });
});

describe('a JSON payload', () => {
  const with_ = (more: string) => `${JSON.stringify(fields).slice(0, -1)},${more}}`;

  it.each([
    ['nothing', '', 'notJson'],
    ['half of it', '{"ssl":"a', 'notJson'],
    ['two objects', '{}{}', 'notJson'],
    ['a list', '[]', 'notAnObject'],
    ['null', 'null', 'notAnObject'],
    ['a text', '"ssl"', 'notAnObject'],
    ['a form', encodeFields({ ...fields }, 'form'), 'notJson'],
  ])('is refused when it is %s', (_what, text, detail) => {
    expect(read(text)).toEqual(malformed(detail));
  });

  it('may have at most four levels, of any kind', () => {
    expect(read(with_('"x":{"y":[{"z":1}]}'))).toEqual(ok(fields));
    expect(read(with_('"x":{"y":[{"z":[]}]}'))).toEqual(malformed('tooDeep'));
    expect(read('['.repeat(200_000))).toEqual(malformed('tooDeep'));
  });

  it('counts the keys of all levels', () => {
    const keys = Array.from({ length: 57 }, (_, index) => `"k${index}":1`);
    expect(read(with_(`"x":{${keys.slice(1).join()}}`))).toEqual(ok(fields));
    expect(read(with_(`"x":{${keys.join()}}`))).toEqual(malformed('tooManyFields'));
  });

  it('ignores repeated unknown fields, and deeper ones', () => {
    expect(read(with_('"x":1,"x":2'))).toEqual(ok(fields));
    expect(read(with_('"x":{"ssl":1,"ssl":2},"y":{"ssl":3}'))).toEqual(ok(fields));
  });

  it('is not misled by texts that look like keys', () => {
    const task = '","ssl":"b\\';
    expect(read(JSON.stringify({ ...fields, task }))).toEqual(ok({ ...fields, task }));
    expect(read(with_('"x":["ssl","ssl"]'))).toEqual(ok(fields));
  });

  it('treats __proto__ as a field like any other', () => {
    const { ssl: _ssl, ...others } = fields;
    const text = `${JSON.stringify(others).slice(0, -1)},"__proto__":{"ssl":"a"}}`;
    expect(read(text)).toEqual(err({ kind: 'fieldMissing', name: 'ssl' }));
    expect(Object.hasOwn(Object.prototype, 'ssl')).toBe(false);
  });

  it.each(['certificateServer', 'certificateChain', 'notAfter'] as const)('may say null for %s', (name) => {
    expect(read(JSON.stringify({ ...fields, [name]: null }))).toEqual(ok({ ...fields, [name]: '' }));
    expect(read(JSON.stringify({ ...fields, [name]: 1 }))).toEqual(err({ kind: 'fieldNotText', name }));
  });

  it.each(['1', 'null', 'true', '["a"]', '{}'])('refuses %s in place of a text', (value) => {
    const text = JSON.stringify(fields).replace(JSON.stringify(fields.ssl), value);
    expect(read(text)).toEqual(err({ kind: 'fieldNotText', name: 'ssl' }));
  });

  it('refuses a lone surrogate in a name', () => {
    const text = JSON.stringify(fields).replace(JSON.stringify(fields.ssl), '"a\\ud800"');
    expect(read(text)).toEqual(err({ kind: 'fieldNotText', name: 'ssl' }));
  });

  // In quadratic time they would take minutes.
  it('reads 256 KiB of quotes and backslashes in linear time', { timeout: 20_000 }, () => {
    for (const piece of ['\\"', '\\', '"', '{', '":'])
      expect(read(`{"a":"${piece.repeat((256 * 1024) / piece.length)}`)).toMatchObject({ ok: false });
  });
});

describe('a form', () => {
  it.each(['%', '%4', '%zz', '%C3', '%ED%A0%80'])('is refused for %s', (text) => {
    expect(read(`${encodeFields({ ...fields }, 'form')}&x=${text}`, 'form')).toEqual(malformed('notAForm'));
  });

  it('may repeat other fields, and counts each of them', () => {
    const form = encodeFields({ ...fields }, 'form');
    expect(read(`${form}${'&tag=a'.repeat(57)}`, 'form')).toEqual(ok(fields));
    expect(read(`${form}${'&tag=a'.repeat(58)}`, 'form')).toEqual(malformed('tooManyFields'));
  });

  it('may have empty pieces and names without a value', () => {
    expect(read(`&&${encodeFields({ ...fields }, 'form')}&&flag&=`, 'form')).toEqual(ok(fields));
  });
});
