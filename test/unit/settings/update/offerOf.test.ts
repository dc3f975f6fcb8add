import { expect, it } from 'vitest';
import { offerOf } from '#main/settings/update/updateSource.ts';
import { releaseWith } from '#test/support/signedFeed.ts';

it('has the texts and times of a signed release', () => {
  expect(offerOf(releaseWith({ notes: ' One.\nTwo. ' }), true, '1.0.0')).toEqual({
    version: '2.0.0',
    notes: 'One.\nTwo.',
    releasedAt: Date.UTC(2026, 2, 1),
    signedAt: Date.UTC(2026, 2, 1, 12),
    isRequired: false,
  });
});

it('has only the version of a release that nobody signed', () => {
  expect(offerOf(releaseWith({ minimumVersion: '1.5.0' }), false, '1.0.0')).toEqual({
    version: '2.0.0',
    notes: null,
    releasedAt: null,
    signedAt: null,
    isRequired: false,
  });
});

it('is required if the version that runs is older than the release allows', () => {
  const required = (running: string) =>
    offerOf(releaseWith({ minimumVersion: '1.5.0' }), true, running).isRequired;
  expect(['1.4.9', '1.5.0', '1.10.0', '0.9.0'].map(required)).toEqual([true, false, false, true]);
});

it('limits the notes, and removes bidirectional controls', () => {
  const notes = `\u202etxet\u0007${'x'.repeat(10_000)}`;
  const offer = offerOf(releaseWith({ notes }), true, '1.0.0');
  expect(offer.notes).toHaveLength(4000);
  expect(offer.notes?.startsWith('txetx')).toBe(true);
  expect(offerOf(releaseWith({ notes: '\u0000\u202e ' }), true, '1.0.0').notes).toBeNull();
});
