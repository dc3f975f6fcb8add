import { type Mutation, rewriteBody, setHeader } from './draft.ts';

/** Without the task, which identifies deliveries. */
const names = ['ssl', 'certificate', 'certificateServer', 'certificateChain', 'key', 'notAfter'] as const;
const pems = ['certificate', 'certificateServer', 'certificateChain', 'key'] as const;
const texts = ['ssl', 'notAfter'] as const;
const nonsense = [
  'x',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PRIVATE KEY-----\nMAIB\n-----END PRIVATE KEY-----\n',
  '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAIB\n-----END ENCRYPTED PRIVATE KEY-----\n',
  '\0',
  '-----',
];

/** Mutations that make a body wrong, or change its content. */
export const bodyMutations: readonly Mutation[] = [
  (draft, dice) => {
    draft.body = dice.flipped(draft.body);
  },
  (draft, dice) => {
    draft.body = draft.body.subarray(0, dice.below(draft.body.length));
  },
  (draft, dice) => {
    const gone = dice.oneOf(names);
    rewriteBody(draft, Object.fromEntries(Object.entries(draft.fields).filter(([name]) => name !== gone)));
  },
  (draft, dice) => {
    const value = dice.oneOf([1, null, true, {}, [], ['x']]);
    if (draft.isJson) rewriteBody(draft, { ...draft.fields, [dice.oneOf(names)]: value });
    else draft.body = Buffer.from(`[${draft.body.toString()}]`);
  },
  (draft, dice) =>
    rewriteBody(draft, {
      ...draft.fields,
      [dice.oneOf(texts)]: dice.oneOf(['x'.repeat(600), '\0', 'a\nb', '\u0085']),
    }),
  (draft, dice) =>
    rewriteBody(draft, { ...draft.fields, [dice.oneOf(['certificate', 'key'])]: dice.oneOf(nonsense) }),
  (draft, dice) => {
    const name = dice.oneOf(pems);
    rewriteBody(draft, {
      ...draft.fields,
      [name]: dice.flipped(Buffer.from(draft.fields[name])).toString('latin1'),
    });
  },
  (draft) => rewriteBody(draft, { ...draft.fields, key: draft.otherKey }),
  (draft) => {
    const { key, certificate } = draft.fields;
    rewriteBody(draft, { ...draft.fields, key: certificate, certificate: key });
  },
  (draft, dice) => {
    const name = dice.oneOf(['certificate', 'key'] as const);
    rewriteBody(draft, {
      ...draft.fields,
      [name]: draft.fields[name].slice(0, dice.below(draft.fields[name].length - 30)),
    });
  },
  (draft, dice) => {
    const text = draft.body.toString();
    draft.body = Buffer.from(
      draft.isJson
        ? text.replace('{', `{"a":${'['.repeat(dice.oneOf([3, 10, 5_000]))},`)
        : `a=${'%'.repeat(dice.oneOf([1, 2, 500]))}&${text}`,
    );
  },
  (draft, dice) => {
    const many = Array.from({ length: dice.oneOf([64, 100]) }, (_, index) => [`f${index}`, 'x']);
    rewriteBody(draft, { ...Object.fromEntries(many), ...draft.fields });
  },
  (draft, dice) => {
    const bad = dice.oneOf([Buffer.from([0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80])]);
    draft.body = dice.chance(0.5) ? Buffer.concat([bad, draft.body]) : Buffer.concat([draft.body, bad]);
  },
  (draft, dice) => {
    if (draft.isJson)
      draft.body = Buffer.from(draft.body.toString() + dice.oneOf(['}', '\0', ',', '{}', '//']));
    else draft.body = Buffer.from(draft.body.toString().replace('=', ''));
  },
  (draft) =>
    setHeader(draft, 'Content-Type', draft.isJson ? 'application/x-www-form-urlencoded' : 'application/json'),
  (draft, dice) => {
    const text = dice.oneOf(['', 'null', '[]', '"x"', '{}', '=&=&&&', '1e999', '[[[[', 'x'.repeat(262_144)]);
    draft.body = Buffer.from(text);
  },
];

/** Mutations that keep a body valid. */
export const harmlessBodyMutations: readonly Mutation[] = [
  (draft, dice) => {
    const { certificate } = draft.fields;
    rewriteBody(draft, {
      ...draft.fields,
      certificate: certificate.replaceAll('\n', dice.oneOf(['\r\n', '\r'])),
    });
  },
  (draft, dice) => {
    draft.body = Buffer.concat([Buffer.from(dice.oneOf(['\ufeff', ' \t\r\n'])), draft.body]);
  },
  (draft) => {
    const text = draft.body.toString();
    const more = '{"__proto__":{"key":"x"},"constructor":1,';
    draft.body = Buffer.from(draft.isJson ? text.replace('{', more) : `__proto__=x&${text}`);
  },
  (draft) => {
    draft.body = Buffer.from(draft.body.toString().replaceAll('%2B', '+'));
  },
  (draft, dice) =>
    rewriteBody(draft, { ...draft.fields, [dice.oneOf(texts)]: dice.oneOf(['', ' ', '\u4e2d']) }),
];

/** A repeated field: tolerant parsers use the first or the last. */
export const doubled: Mutation = (draft, dice) => {
  const name = dice.oneOf(names);
  const escaped = name.replace(/./u, (first) => `\\u00${first.charCodeAt(0).toString(16)}`);
  const again = draft.isJson ? `,"${dice.oneOf([name, escaped])}":"x"}` : `&${name}=x`;
  draft.body = Buffer.from(draft.body.toString().replace(/\}?$/u, again));
};
