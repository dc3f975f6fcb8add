import type { ReceiverState } from '#shared/domain/receiver.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Whether the receiver listens, and where; or why it does not. */
export function receiverLine(state: ReceiverState, t: Translate): string {
  switch (state.kind) {
    case 'off':
    case 'starting':
      return t(`inbox.receiver.${state.kind}`);
    case 'listening': {
      const host = state.address.includes(':') ? `[${state.address}]` : state.address;
      return t('inbox.receiver.listening', {
        address: `${state.tls ? 'https' : 'http'}://${host}:${state.port}`,
      });
    }
    case 'failed':
      return t(`inbox.receiver.fault.${state.reason}`, { detail: state.detail });
  }
}

/** When the receiver tries again to listen (`at`, Unix ms). */
export function retryWords(at: number, now: number, t: Translate): string {
  const when =
    at - now < 1000
      ? t('inbox.receiver.soon')
      : t('inbox.receiver.inTime', { time: formatDuration(at - now, t) });
  return t('inbox.receiver.retry', { when });
}
