import { describe, expect, it } from 'vitest';
import { keychainErrorOf, stateOf } from '#main/credentials/secrets/keychainErrors.ts';

describe('keychainErrorOf', () => {
  it.each([
    ['Cannot create an item in a locked collection', 'keychainLocked'],
    ['Cannot get secret of a locked object', 'keychainLocked'],
    ['User interaction is not allowed.', 'keychainLocked'],
    ['The prompt was dismissed', 'keychainDenied'],
    ['User canceled the operation.', 'keychainDenied'],
    ['The user name or passphrase you entered is not correct.', 'keychainDenied'],
    ['Access is denied.\r\n', 'keychainDenied'],
  ])('classifies %j', (message, kind) => {
    expect(keychainErrorOf(message)).toEqual({ kind });
  });

  it('keeps any other message as detail, sanitized and truncated', () => {
    const message = `The name org.freedesktop.secrets\nwas not\u0007 provided ${'x'.repeat(500)}`;
    const error = keychainErrorOf(message);
    expect(error).toMatchObject({
      kind: 'keychainUnavailable',
      detail: expect.stringMatching(/^The name org\.freedesktop\.secrets was not provided x{140,}$/u),
    });
    expect(JSON.stringify(error).length).toBeLessThan(260);
  });
});

describe('stateOf', () => {
  it('maps every error to a state', () => {
    expect(stateOf({ kind: 'keychainLocked' })).toEqual({ kind: 'locked' });
    expect(stateOf({ kind: 'keychainDenied' })).toEqual({ kind: 'denied' });
    expect(stateOf({ kind: 'keychainTimedOut' })).toEqual({ kind: 'timedOut' });
    expect(stateOf({ kind: 'keychainUnavailable', detail: 'd' })).toEqual({
      kind: 'unavailable',
      detail: 'd',
    });
  });
});
