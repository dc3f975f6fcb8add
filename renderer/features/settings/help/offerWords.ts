import type { UpdateOffer } from '#shared/domain/update.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** That a version is available, with its day where the feed gives one. */
export function offerWords({ version, releasedAt }: UpdateOffer, t: Translate, locale: Locale): string {
  return releasedAt === null
    ? t('help.update.available', { version })
    : t('help.update.availableOf', { version, date: formatDate(releasedAt, locale, 'local') });
}
