import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, list, quote } from '#main/platform/consent/facts.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** May the private key of an order be put on the clipboard? */
export function copyKeyQuestion(t: Translate, order: OrderRow): ConsentQuestion {
  const { commonName, domains } = order;
  const names = [...new Set([...(commonName === null ? [] : [commonName]), ...domains])];
  return {
    title: t('dialogs.consent.copyKey.title'),
    text: t('dialogs.consent.copyKey.text'),
    facts: [
      fact(t, 'order', quote(orderTitle(order))),
      ...(names.length === 0 ? [] : [fact(t, 'names', list(t, names))]),
    ],
    next: t('dialogs.consent.copyKey.next'),
    agree: t('dialogs.consent.copyKey.agree'),
  };
}
