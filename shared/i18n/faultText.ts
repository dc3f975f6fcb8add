import { assertNever } from '../assertNever.ts';
import { CLIENT_AUTH, type ClientRefusal, type ReviewFinding } from '../domain/finding.ts';
import { cleanText } from '../text.ts';
import { formatDate } from './format.ts';
import type { Locale, Translate } from './types.ts';

/** Text of a finding: what is wrong, who rejects it, and what to do at the service. */
export interface FaultText {
  readonly title: string;
  readonly why: string;
  readonly todo: string;
}

const MOST_NAMES = 3;

/** Describes a finding. Names in it come from outside and are cleaned. */
export function faultText(given: ReviewFinding, t: Translate, locale: Locale): FaultText {
  const finding = cleaned(given);
  const { kind } = finding;
  switch (kind) {
    case 'signatureBroken':
    case 'malformed':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.replace'));
    case 'notForServers': {
      const whose = finding.isLeaf ? 'leafNotForServers' : 'issuerNotForServers';
      const todo = t(finding.isLeaf ? 'faults.todo.order' : 'faults.todo.chain');
      return words(t(`faults.title.${whose}`, finding), t(`faults.why.${whose}`), todo);
    }
    case 'keyMayNotSign':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.order'));
    case 'noNames':
      return words(t('faults.title.noNames'), t('faults.why.noNames'), t('faults.todo.order'));
    case 'selfSigned':
      return words(t('faults.title.selfSigned'), t('faults.why.selfSigned'), t('faults.todo.selfSigned'));
    case 'notAnAuthority':
    case 'pathTooLong':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'nameNotPermitted':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'unknownCritical':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'weakSignature':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'weakKey':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'keyUnsupported': {
      const { reach } = finding;
      const todo = t(reach === 'none' ? 'faults.todo.replace' : 'faults.todo.usualKey');
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.keyOf.${reach}`), todo);
    }
    case 'signatureUnsupported':
      return words(
        t(`faults.title.${kind}`, finding),
        t(`faults.why.${kind}`),
        t('faults.todo.usualSignature'),
      );
    case 'chainCertificateExpired': {
      const values = { subject: finding.subject, date: formatDate(finding.notAfter, locale, 'local') };
      return words(t(`faults.title.${kind}`, values), t(`faults.why.${kind}`), t('faults.todo.chain'));
    }
    case 'chainCertificateNotYetValid': {
      const values = { subject: finding.subject, date: formatDate(finding.notBefore, locale, 'local') };
      return words(t(`faults.title.${kind}`, values), t(`faults.why.${kind}`), t('faults.todo.wait'));
    }
    case 'chainTooComplex':
      return words(t(`faults.title.${kind}`), t(`faults.why.${kind}`), t('faults.todo.chain'));
    case 'namesLost': {
      const names = namesInLine(finding.names, t);
      return words(t('faults.title.namesLost', { names }), t('faults.why.namesLost'), t('faults.todo.names'));
    }
    case 'trustLost':
      return words(t('faults.title.trustLost'), t('faults.why.trustLost', finding), t('faults.todo.trust'));
    case 'keyTypeChanged':
      return words(t(`faults.title.${kind}`, finding), t(`faults.why.${kind}`), t('faults.todo.key'));
    case 'purposesLost': {
      const purposes = finding.purposes.map((oid) => purposeText(oid, t)).join(t('common.listSeparator'));
      return words(
        t(`faults.title.${kind}`, { purposes }),
        t(`faults.why.${kind}`),
        t('faults.todo.purposes'),
      );
    }
    case 'namesWidened': {
      const names = namesInLine(finding.names, t);
      return words(t(`faults.title.${kind}`, { names }), t(`faults.why.${kind}`), t('faults.todo.names'));
    }
    case 'encipheringLost':
      return words(t(`faults.title.${kind}`), t(`faults.why.${kind}`), t('faults.todo.purposes'));
    case 'stapleCame':
      return words(t(`faults.title.${kind}`), t(`faults.why.${kind}`), t('faults.todo.staple'));
    case 'keyNotAccepted':
    case 'livesTooLong':
    case 'purposeMissing':
    case 'notLogged':
    case 'namesIgnored':
    case 'serialNegative':
      return words(refusalTitle(finding, t), t(`faults.why.${kind}`), t('faults.todo.clients'));
    case 'failureReported': {
      const { said } = finding;
      const title = said === null ? t('faults.title.failed') : t('faults.title.failureReported', { said });
      return words(title, t('faults.why.failureReported'), t('faults.todo.console'));
    }
    default:
      return assertNever(kind);
  }
}

/** Which clients refuse a certificate, and what of it. */
export function refusalTitle(refusal: ClientRefusal, t: Translate): string {
  const values = { clients: clientsInLine(refusal.clients, t), count: refusal.clients.length };
  switch (refusal.kind) {
    case 'keyNotAccepted': {
      const key = refusal.key === 'unknown' ? t('orders.panel.keyUnknown') : refusal.key;
      return t('faults.title.keyNotAccepted', { ...values, key });
    }
    case 'livesTooLong':
      return t('faults.title.livesTooLong', { ...values, limit: refusal.limit });
    case 'notLogged':
      return t('faults.title.notLogged', { ...values, needed: refusal.needed });
    case 'namesIgnored':
      return t('faults.title.namesIgnored', { ...values, names: namesInLine(refusal.names, t) });
    case 'purposeMissing':
    case 'serialNegative':
      return t(`faults.title.${refusal.kind}`, values);
  }
}

/** Clients in a sentence, such as "Chrome, Edge and Safari". */
export function clientsInLine(clients: readonly string[], t: Translate): string {
  const last = clients.at(-1) ?? '';
  if (clients.length < 2) return last;
  return t('faults.and', { list: clients.slice(0, -1).join(t('common.listSeparator')), last });
}

/** One line for several findings: the first one and the number of others; empty if there are none. */
export function faultSummary(findings: readonly ReviewFinding[], t: Translate, locale: Locale): string {
  const [first, ...more] = findings;
  if (first === undefined) return '';
  const { title } = faultText(first, t, locale);
  return more.length === 0 ? title : t('faults.several', { first: title, count: more.length });
}

function cleaned<Found extends ReviewFinding>(finding: Found): Found {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === 'string' ? cleanText(value) : value;
  };
  return Object.fromEntries(Object.entries(finding).map(([key, value]) => [key, clean(value)])) as Found;
}

function words(title: string, why: string, todo: string): FaultText {
  return { title, why, todo };
}

function purposeText(oid: string, t: Translate): string {
  return oid === CLIENT_AUTH ? t('faults.purpose.clientAuth') : t('faults.purpose.other', { oid });
}

function namesInLine(names: readonly string[], t: Translate): string {
  const shown = names.slice(0, MOST_NAMES).join(t('common.listSeparator'));
  const count = names.length - MOST_NAMES;
  return count > 0
    ? t('faults.names.more', { names: shown, count })
    : t('faults.names.all', { names: shown });
}
