import { describe, expect, it } from 'vitest';
import { keychainErrorOf } from '#shared/domain/keychain.ts';
import { isKeychainError } from '#shared/errors.ts';

describe('keychainErrorOf', () => {
  it('has a text for every state except ready', () => {
    expect(keychainErrorOf({ kind: 'ready', backend: 'Secret Service' })).toBeNull();
    expect(keychainErrorOf({ kind: 'locked' })).toEqual({ kind: 'keychainLocked' });
    expect(keychainErrorOf({ kind: 'denied' })).toEqual({ kind: 'keychainDenied' });
    expect(keychainErrorOf({ kind: 'timedOut' })).toEqual({ kind: 'keychainTimedOut' });
    expect(keychainErrorOf({ kind: 'unavailable', detail: 'no service' })).toEqual({
      kind: 'keychainUnavailable',
      detail: 'no service',
    });
  });
});

describe('isKeychainError', () => {
  it('offers memory only if the keychain failed', () => {
    expect(isKeychainError({ kind: 'keychainTimedOut' })).toBe(true);
    expect(isKeychainError({ kind: 'keychainUnavailable', detail: '' })).toBe(true);
    expect(isKeychainError({ kind: 'tokenMissing' })).toBe(false);
    expect(isKeychainError(null)).toBe(false);
  });
});
