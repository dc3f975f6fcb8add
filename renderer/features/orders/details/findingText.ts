import type { Finding } from '#shared/domain/finding.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

interface FindingText {
  readonly title: string;
  readonly todo: string;
}

export function findingText(finding: Finding, t: Translate, locale: Locale): FindingText {
  switch (finding.kind) {
    case 'chainIncomplete':
      return {
        title: t('orders.finding.chainIncomplete.title'),
        todo: t('orders.finding.chainIncomplete.todo', { issuer: finding.missingIssuer }),
      };
    case 'chainOutOfOrder':
    case 'keyNotChecked':
    case 'keyNotMatchable':
      return {
        title: t(`orders.finding.${finding.kind}.title`),
        todo: t(`orders.finding.${finding.kind}.todo`),
      };
    case 'chainHasDuplicates':
    case 'chainHasStrangers':
      return {
        title: t(`orders.finding.${finding.kind}.title`, { count: finding.count }),
        todo: t(`orders.finding.${finding.kind}.todo`),
      };
    case 'serviceDisagrees':
      return {
        title: t('orders.finding.serviceDisagrees.title', { date: finding.serviceNotAfter }),
        todo: t('orders.finding.serviceDisagrees.todo', {
          time: formatDuration(Math.abs(finding.differenceMs), t),
        }),
      };
    default: {
      const { title, why, todo } = faultText(finding, t, locale);
      const second = finding.accepted === true ? t('faults.accepted') : todo;
      return { title, todo: t('common.sentences', { first: why, second }) };
    }
  }
}
