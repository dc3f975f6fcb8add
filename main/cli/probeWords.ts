import type { ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { faultWords } from '#shared/i18n/faultWords.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Why no certificate came, in a few words. */
export function probeErrorText(error: ProbeError, t: Translate): string {
  switch (error.kind) {
    case 'notFound':
    case 'unreachable':
    case 'handshake':
      return t(`cli.probe.error.${error.kind}`, { code: error.code });
    default:
      return t(`cli.probe.error.${error.kind}`);
  }
}

/** What is wrong with what is served, in a few words. */
export function findingText(finding: ServedFinding, t: Translate, locale: Locale): string {
  switch (finding.kind) {
    case 'chainIncomplete':
      return t('cli.probe.finding.chainIncomplete', { issuer: finding.missingIssuer });
    case 'nameNotCovered':
      return t('cli.probe.finding.nameNotCovered', { name: finding.name });
    case 'notTrusted':
      return t('cli.probe.finding.notTrusted', { code: finding.code });
    default:
      return faultWords(finding, t, locale).title;
  }
}
