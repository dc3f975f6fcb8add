import type { ProbeError, ServedFinding } from '../domain/endpoint.ts';
import { faultText } from './faultText.ts';
import type { Locale, Translate } from './types.ts';

/** Text of a problem at an address: what it is, and what to do. */
export interface ProblemText {
  readonly title: string;
  readonly next: string;
}

/** Why no certificate could be read. */
export function probeErrorText(error: ProbeError, t: Translate): ProblemText {
  switch (error.kind) {
    case 'notFound':
    case 'unreachable':
    case 'handshake':
      return {
        title: t(`places.error.${error.kind}.title`, { code: error.code }),
        next: t(`places.error.${error.kind}.next`),
      };
    case 'timeout':
      return {
        title: t(`places.error.timeout.${error.phase}.title`),
        next: t(`places.error.timeout.${error.phase}.next`),
      };
    case 'noStartTls': {
      const next = t('places.error.noStartTls.next');
      const said = error.detail === '' ? null : t('places.error.said', { detail: error.detail });
      return {
        title: t('places.error.noStartTls.title'),
        next: said === null ? next : t('common.sentences', { first: said, second: next }),
      };
    }
    case 'refused':
    case 'closed':
    case 'notTls':
    case 'offline':
    case 'noRoute':
      return { title: t(`places.error.${error.kind}.title`), next: t(`places.error.${error.kind}.next`) };
  }
}

export function servedFindingText(finding: ServedFinding, t: Translate, locale: Locale): ProblemText {
  switch (finding.kind) {
    case 'chainIncomplete':
      return {
        title: t('places.finding.chainIncomplete.title', { issuer: finding.missingIssuer }),
        next: t('places.finding.chainIncomplete.todo'),
      };
    case 'nameNotCovered':
      return {
        title: t('places.finding.nameNotCovered.title', { name: finding.name }),
        next: t('places.finding.nameNotCovered.todo'),
      };
    case 'notTrusted':
      return {
        title: t('places.finding.notTrusted.title', { code: finding.code }),
        next: t('places.finding.notTrusted.todo'),
      };
    case 'stapleMissing':
      return {
        title: t('places.finding.stapleMissing.title'),
        next: t('places.finding.stapleMissing.todo'),
      };
    case 'keyKindMissing': {
      const { served, wanted } = finding;
      return {
        title: t('places.finding.keyKindMissing.title', { served, wanted }),
        next: t('places.finding.keyKindMissing.todo'),
      };
    }
    default: {
      const { title, why } = faultText(finding, t, locale);
      return { title, next: t('common.sentences', { first: why, second: t('places.finding.refusedTodo') }) };
    }
  }
}
