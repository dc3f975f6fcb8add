import type { CopyBundleView } from '#shared/domain/copy.ts';
import { formatDuration, formatRelativePast } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** What is to be said of a copy at `now` (Unix ms), besides its state. */
export function copySentences(
  { state, outdated, notAfter }: Pick<CopyBundleView, 'state' | 'outdated' | 'notAfter'>,
  now: number,
  t: Translate,
): readonly string[] {
  const time =
    notAfter > now
      ? t('copies.expires', { time: formatDuration(notAfter - now, t) })
      : t('copies.expired', { ago: formatRelativePast(now - notAfter, t) });
  const explained =
    state === null || state === 'fresh' || state === 'stale' ? [] : [t(`copies.explained.${state}`)];
  return [...explained, time, ...(outdated ? [t('copies.outdated')] : [])];
}

/** The files that are not as they were written, each with its state, where not all of them share it. */
export function badFiles({ files }: Pick<CopyBundleView, 'files'>, t: Translate): readonly string[] {
  const bad = files.filter(({ state }) => state !== null && state !== 'fresh' && state !== 'stale');
  return bad.map(({ name, state }) =>
    t('copies.file', { name, state: state === null ? '' : t(`copies.state.${state}`) }),
  );
}
