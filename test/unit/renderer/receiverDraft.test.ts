import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkReceiver,
  draftOfConfig,
  isExposed,
  type ReceiverDraft,
  receiverProblems,
} from '#renderer/features/webhook/receiver/receiverDraft.ts';
import {
  defaultReceiverConfig,
  type ReceiverConfig,
  receiverConfigSchema,
} from '#shared/domain/receiverConfig.ts';
import { parseReceiverConfig } from '#shared/domain/receiverRules.ts';

const tls = { certificateFile: '/etc/tls/fullchain.pem', keyFile: '/etc/tls/privkey.pem' };
const exposed: ReceiverConfig = {
  ...defaultReceiverConfig,
  address: '192.0.2.7',
  tls,
};
const draft = (change: Partial<ReceiverDraft>): ReceiverDraft => ({
  ...draftOfConfig(defaultReceiverConfig),
  ...change,
});
const problem = (change: Partial<ReceiverDraft>) => {
  const checked = checkReceiver(draft(change));
  return checked.ok ? null : checked.error;
};

describe('draftOfConfig and checkReceiver', () => {
  it.each([
    defaultReceiverConfig,
    exposed,
    { ...exposed, tls: null },
    {
      ...defaultReceiverConfig,
      tls,
      allowedHosts: ['hooks.example.com', 'hooks.example.com:8443'],
      sourceAddresses: ['198.51.100.0/24'],
      trustedProxies: ['2001:db8::1'],
      maxSkewSeconds: 60,
      keepKeysDays: 365,
    },
  ])('return the configuration unchanged', (config) => {
    expect(checkReceiver(draftOfConfig(config))).toEqual({ ok: true, value: config });
  });
});

describe('checkReceiver', () => {
  it('accepts typed lists, and returns the form that main stores', () => {
    const checked = checkReceiver(
      draft({ allowedHosts: ' Hooks.Example.com \n\n hooks.example.com\r\n', address: ' 127.0.0.1 ' }),
    );
    expect(checked).toMatchObject({
      ok: true,
      value: { allowedHosts: ['hooks.example.com'], address: '127.0.0.1' },
    });
  });

  it.each<[Partial<ReceiverDraft>, string, string]>([
    [{ address: ' ' }, 'address', 'empty'],
    [{ address: 'localhost' }, 'address', 'notAnAddress'],
    [{ allowedHosts: 'a.example\nhttps://b.example' }, 'allowedHosts', 'notAHost'],
    [{ sourceAddresses: 'somewhere' }, 'sourceAddresses', 'notAnAddress'],
    [{ trustedProxies: '10.0.0.0/33' }, 'trustedProxies', 'notAnAddress'],
    [
      { allowedHosts: Array.from({ length: 51 }, (_, n) => `h${n}.example`).join('\n') },
      'allowedHosts',
      'tooMany',
    ],
    [{ certificateFile: '/tls/cert.pem' }, 'tls', 'empty'],
  ])('refuses %j at its field', (change, place, reason) => {
    expect(problem(change)).toMatchObject({ [place]: { kind: 'invalidInput', reason } });
  });

  it.each<[Partial<ReceiverDraft>, object]>([
    [{ port: '0' }, { port: { kind: 'outOfRange', min: 1, max: 65_535 } }],
    [{ port: '80a' }, { port: { kind: 'notWhole' } }],
    [{ maxSkewSeconds: '59' }, { maxSkewSeconds: { kind: 'outOfRange', min: 60, max: 900 } }],
    [{ keepKeysDays: '366' }, { keepKeysDays: { kind: 'outOfRange', min: 1, max: 365 } }],
    [{ keepKeysDays: '' }, { keepKeysDays: { kind: 'notWhole' } }],
  ])('refuses %j with its limits', (change, expected) => {
    expect(problem(change)).toEqual(expected);
  });

  it('reports everything that is wrong at once', () => {
    expect(Object.keys(problem({ port: 'x', allowedHosts: '/', address: '0.0.0.0' }) ?? {}).sort()).toEqual([
      'allowedHosts',
      'port',
    ]);
  });

  it('never returns what main would refuse', () => {
    const text = fc.oneof(
      fc.constantFrom('127.0.0.1', '0.0.0.0', '::1', 'fe80::1', '10.0.0.0/8', 'a.example:80', '*', '[::1]:1'),
      fc.string({ maxLength: 20 }),
    );
    const lines = fc.array(text, { maxLength: 3 }).map((entries) => entries.join('\n'));
    const number = fc.integer({ min: -1, max: 70_000 }).map(String);
    fc.assert(
      fc.property(
        fc.record({
          address: text,
          port: number,
          certificateFile: fc.constantFrom(null, '/c.pem'),
          keyFile: fc.constantFrom(null, '/k.pem'),
          allowedHosts: lines,
          sourceAddresses: lines,
          trustedProxies: lines,
          maxSkewSeconds: fc.integer({ min: 50, max: 910 }).map(String),
          keepKeysDays: fc.integer({ min: 0, max: 370 }).map(String),
        }),
        (typed) => {
          const checked = checkReceiver(typed);
          if (!checked.ok) return;
          expect(receiverConfigSchema.safeParse(checked.value).success).toBe(true);
          expect(parseReceiverConfig(checked.value)).toEqual(checked);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('isExposed', () => {
  it.each([
    ['127.0.0.1', false],
    [' 127.8.0.1 ', false],
    ['::1', false],
    ['0.0.0.0', true],
    ['192.168.1.20', true],
    ['::', true],
    ['192.168.', false],
    ['', false],
  ])('judges %j: %s', (address, expected) => {
    expect(isExposed({ address })).toBe(expected);
  });
});

describe('receiverProblems', () => {
  it('assigns an input error of main to its field', () => {
    const refused = (field: 'address' | 'tlsFile' | 'port') =>
      Object.keys(receiverProblems({ kind: 'invalidInput', field, reason: 'malformed' }));
    expect(refused('address')).toEqual(['address']);
    expect(refused('tlsFile')).toEqual(['tls']);
    expect(refused('port')).toEqual(['port']);
  });

  it('assigns no other error to a field', () => {
    expect(receiverProblems({ kind: 'storage', reason: 'full', detail: '' })).toEqual({});
    expect(receiverProblems({ kind: 'invalidInput', field: 'name', reason: 'empty' })).toEqual({});
  });
});
