import { describe, expect, it } from 'vitest';
import { durationWords, selfTestWords } from '#renderer/features/webhook/receiver/receiverText.ts';
import type { RefusalReason, SelfTestError } from '#shared/domain/receiver.ts';
import { chinese, english } from './translators.ts';

const context = { host: 'hooks.example.com', target: 'http://127.0.0.1:47443', platform: 'linux' };
const refused = (reason: RefusalReason): SelfTestError => ({ kind: 'refused', reason, status: 401 });

const errors: readonly SelfTestError[] = [
  { kind: 'app', error: { kind: 'network', reason: 'hostNotFound', code: 'ENOTFOUND' } },
  { kind: 'app', error: { kind: 'tls', reason: 'selfSigned', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
  { kind: 'app', error: { kind: 'timeout', phase: 'connect' } },
  { kind: 'app', error: { kind: 'offline' } },
  { kind: 'app', error: { kind: 'secretMissing' } },
  { kind: 'answeredElsewhere', status: 404 },
  { kind: 'redirected', status: 302 },
  refused({ kind: 'hostNotAllowed', host: 'hooks.example.com' }),
  refused({ kind: 'unknownPath' }),
  refused({ kind: 'timeSkew', seconds: 4000 }),
  refused({ kind: 'signature' }),
  refused({ kind: 'sourceNotAllowed' }),
  refused({ kind: 'slow' }),
  refused({ kind: 'flood' }),
  refused({ kind: 'headerRepeated', name: 'host' }),
  { kind: 'answerChanged', status: 502 },
  { kind: 'answerChanged', status: null },
];

describe('selfTestWords', () => {
  it.each(errors)('says what happened, why and what to do: %j', (error) => {
    for (const t of [english, chinese]) {
      const words = selfTestWords(error, t, context);
      for (const text of [words.title, words.why, words.next]) {
        expect(text).not.toMatch(/\{\{|receiver\.|errors\./u);
        expect(text.length).toBeGreaterThan(4);
      }
    }
  });

  it('mentions the tunnel, not the address of a connection', () => {
    for (const error of errors) {
      const { title, why, next } = selfTestWords(error, english, context);
      expect(`${title} ${why} ${next}`).not.toMatch(/connection’s address|access token/iu);
    }
  });

  it('names the correct target of the tunnel if something else answered', () => {
    const words = selfTestWords({ kind: 'answeredElsewhere', status: 404 }, english, context);
    expect(words.why).toContain('404');
    expect(words.next).toContain('http://127.0.0.1:47443');
  });

  it('has the full reason of a refusal, and says that the host name can be allowed', () => {
    const words = selfTestWords(refused({ kind: 'hostNotAllowed', host: 'a.example' }), english, context);
    expect(words.title).toContain('401');
    expect(words.why).toContain('a.example');
    expect(words.next).toContain('allowed host names');
  });
});

describe('durationWords', () => {
  it('counts milliseconds up to a second, then tenths of seconds', () => {
    expect(durationWords(12.4, english)).toBe('12 ms');
    expect(durationWords(14_688, english)).toBe('14.7 s');
    expect(durationWords(14_688, chinese)).toBe('14.7 秒');
  });
});
