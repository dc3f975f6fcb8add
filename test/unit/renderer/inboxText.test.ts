import { describe, expect, it } from 'vitest';
import { outcomeWords, receiverLine, retryWords } from '#renderer/features/webhook/inbox/inboxText.ts';
import type { ReceiverFault } from '#shared/domain/receiver.ts';
import { NOW } from './orderRows.ts';
import { chinese, english } from './translators.ts';

describe('outcomeWords', () => {
  it('states the outcome of a request, and why it was refused', () => {
    expect(outcomeWords({ kind: 'kept', orderName: 'Shop' }, english)).toContain('“Shop”');
    expect(outcomeWords({ kind: 'replayed' }, english)).toContain('kept before');
    expect(outcomeWords({ kind: 'selfTest' }, chinese)).toContain('测试');
    expect(outcomeWords({ kind: 'refused', reason: { kind: 'timeSkew', seconds: 3600 } }, english)).toContain(
      'ahead of this computer’s',
    );
  });
});

describe('receiverLine', () => {
  it('shows the address with its scheme, an IPv6 one in brackets', () => {
    const listening = { kind: 'listening', address: '127.0.0.1', port: 47_443, tls: false } as const;
    expect(receiverLine(listening, english)).toBe('Listening at http://127.0.0.1:47443');
    expect(receiverLine({ ...listening, address: '::1', tls: true }, english)).toBe(
      'Listening at https://[::1]:47443',
    );
  });

  it('has a separate text for each reason why it does not listen', () => {
    const faults: readonly ReceiverFault[] = ['portInUse', 'addressGone', 'notPermitted', 'tlsFile', 'other'];
    for (const t of [english, chinese]) {
      const lines = faults.map((reason) =>
        receiverLine({ kind: 'failed', reason, detail: 'EXAMPLE', retryAt: NOW }, t),
      );
      expect(new Set(lines).size).toBe(faults.length);
      for (const line of lines) expect(line).toContain('EXAMPLE');
    }
  });

  it('counts down to the next attempt', () => {
    expect(retryWords(NOW + 25_000, NOW, english)).toBe('Trying again in 25 s.');
    expect(retryWords(NOW - 5_000, NOW, english)).toBe('Trying again in a moment.');
  });
});
