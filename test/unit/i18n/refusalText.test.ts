import { describe, expect, it } from 'vitest';
import type { BodyFault, RefusalReason } from '#shared/domain/receiver.ts';
import { refusalWords } from '#shared/i18n/refusalText.ts';
import { chinese, english } from '../renderer/translators.ts';

const bodyFaults: readonly BodyFault[] = [
  'notUtf8',
  'notJson',
  'notAnObject',
  'tooDeep',
  'tooManyFields',
  'notAForm',
];

/** One of each kind, so that a kind without text fails here. */
const reasons: { readonly [Kind in RefusalReason['kind']]: Extract<RefusalReason, { readonly kind: Kind }> } =
  {
    badRequest: { kind: 'badRequest', code: 'HPE_INVALID_METHOD' },
    sourceNotAllowed: { kind: 'sourceNotAllowed' },
    headerMissing: { kind: 'headerMissing', name: 'z-token' },
    headerRepeated: { kind: 'headerRepeated', name: 'host' },
    hostNotAllowed: { kind: 'hostNotAllowed', host: 'evil.example' },
    originPresent: { kind: 'originPresent' },
    unknownPath: { kind: 'unknownPath' },
    wrongMethod: { kind: 'wrongMethod', method: 'GET' },
    timestampMalformed: { kind: 'timestampMalformed' },
    tokenMalformed: { kind: 'tokenMalformed' },
    timeSkew: { kind: 'timeSkew', seconds: 3600 },
    signature: { kind: 'signature' },
    secretsUnreadable: { kind: 'secretsUnreadable', error: { kind: 'keychainLocked' } },
    contentType: { kind: 'contentType' },
    contentEncoding: { kind: 'contentEncoding' },
    lengthMissing: { kind: 'lengthMissing' },
    tooLarge: { kind: 'tooLarge', limitBytes: 262_144 },
    slow: { kind: 'slow' },
    bodyMalformed: { kind: 'bodyMalformed', detail: 'notJson' },
    fieldMissing: { kind: 'fieldMissing', name: 'ssl' },
    fieldRepeated: { kind: 'fieldRepeated', name: 'key' },
    fieldNotText: { kind: 'fieldNotText', name: 'task' },
    unusable: {
      kind: 'unusable',
      error: { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' },
    },
    flood: { kind: 'flood' },
    notKept: { kind: 'notKept', error: { kind: 'storage', reason: 'full', detail: '' } },
  };

describe('refusalWords', () => {
  it.each(Object.values(reasons))('says why in one sentence of each language: $kind', (reason) => {
    const en = refusalWords(reason, english);
    const zh = refusalWords(reason, chinese);
    expect(en).toMatch(/^[A-Z][^{}]{10,}\.$/u);
    expect(zh).toMatch(/^[^{}]{3,}。$/u);
    expect(`${en}${zh}`).not.toContain('receiver.');
  });

  it('says by how much the clocks differ, and in which direction', () => {
    expect(refusalWords(reasons.timeSkew, english)).toContain('1 h ahead');
    expect(refusalWords({ kind: 'timeSkew', seconds: -400 }, english)).toContain('6 min behind');
  });

  it('includes what was requested', () => {
    expect(refusalWords(reasons.hostNotAllowed, english)).toContain('“evil.example”');
    expect(refusalWords(reasons.fieldMissing, english)).toContain('ssl');
    expect(refusalWords(reasons.tooLarge, english)).toContain('256 KiB');
    expect(refusalWords(reasons.notKept, english)).toContain('The disk is full');
  });

  it('distinguishes the faults of a body', () => {
    const words = bodyFaults.map((detail) => refusalWords({ kind: 'bodyMalformed', detail }, english));
    expect(new Set(words).size).toBe(bodyFaults.length);
  });
});
