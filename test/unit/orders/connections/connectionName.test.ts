import { describe, expect, it } from 'vitest';
import { connectionName } from '#main/orders/connections/connectionDraft.ts';

const baseUrl = 'https://certs.example.com:8443/path';
const invalid = (reason: string) => ({
  ok: false,
  error: { kind: 'invalidInput', field: 'name', reason },
});

describe('connectionName', () => {
  it('takes the name as typed, trimmed', () => {
    expect(connectionName('  Production \u8bc1\u4e66 ', baseUrl, [])).toEqual({
      ok: true,
      value: 'Production \u8bc1\u4e66',
    });
  });

  it('takes the host where there is no name, numbered if it is taken', () => {
    expect(connectionName(' ', baseUrl, [])).toEqual({ ok: true, value: 'certs.example.com:8443' });
    const taken = ['Certs.example.com:8443', 'certs.example.com:8443 (2)'];
    expect(connectionName('', baseUrl, taken)).toEqual({ ok: true, value: 'certs.example.com:8443 (3)' });
  });

  it('refuses names that look the same as another', () => {
    expect(connectionName('PROD', baseUrl, ['prod'])).toEqual(invalid('alreadyExists'));
    expect(connectionName('\uff30rod', baseUrl, ['prod'])).toEqual(invalid('alreadyExists'));
  });

  it('refuses names that cannot be shown', () => {
    expect(connectionName('a\u0007b', baseUrl, [])).toEqual(invalid('controlCharacters'));
    expect(connectionName('\ud800', baseUrl, [])).toEqual(invalid('controlCharacters'));
    expect(connectionName('x'.repeat(101), baseUrl, [])).toEqual(invalid('tooLong'));
  });
});
