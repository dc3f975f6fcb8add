import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, list, quote } from '#main/platform/consent/facts.ts';
import type { Language } from '#main/platform/language.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { formatDateTime } from '#shared/i18n/format.ts';

/** May a delivery and later ones like it be trusted without asking the service? */
export function approvalQuestion(
  { t, locale }: Pick<Language, 't' | 'locale'>,
  { hookName, orderName, leaf, verdict }: Pick<DeliveryView, 'hookName' | 'orderName' | 'leaf' | 'verdict'>,
): ConsentQuestion {
  const reason = verdict.kind === 'waiting' ? verdict.reason.kind : null;
  const title =
    reason === 'namesDiffer' ? 'titleChanged' : reason === 'olderLeaf' ? 'titleBack' : ('title' as const);
  const { subjectAltNames: names, issuer, notAfter, fingerprint256 } = leaf;
  return {
    title: t(`dialogs.consent.approval.${title}`),
    text: t('dialogs.consent.approval.text'),
    facts: [
      fact(t, 'order', quote(orderName)),
      fact(t, 'hook', quote(hookName)),
      ...(names.length === 0 ? [] : [fact(t, 'names', list(t, names))]),
      fact(t, 'issuer', quote(issuer)),
      fact(t, 'validUntil', formatDateTime(notAfter, locale, 'local')),
      fact(t, 'fingerprint', fingerprint256),
    ],
    next: t('dialogs.consent.approval.next'),
    agree: t('dialogs.consent.approval.agree'),
  };
}
