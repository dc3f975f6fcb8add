import { type ConfigurationWarning, configurationWarnings } from '#shared/domain/configurationChange.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import type { Language } from '../language.ts';
import type { ConsentQuestion } from './consent.ts';
import { quote, quoteCommand } from './quote.ts';

type Fact = MessageKey extends infer Key
  ? Key extends `dialogs.consent.fact.${infer Name}`
    ? Name
    : never
  : never;

/** Limits for listed names; further ones are counted. */
const NAMES_LISTED = 5;
const NAMES_CHARACTERS = 200;

/** A line of facts. The value is appended, because braces in it would be placeholders in a catalog text. */
function fact(t: Translate, name: Fact, value: string): string {
  return t(`dialogs.consent.fact.${name}`) + value;
}

function list(t: Translate, texts: readonly string[]): string {
  let listed = texts.slice(0, NAMES_LISTED).map(quote);
  while (listed.length > 1 && listed.join('').length > NAMES_CHARACTERS) listed = listed.slice(0, -1);
  const text = listed.join(t('common.listSeparator'));
  const more = texts.length - listed.length;
  return more > 0 ? `${text} ${t('common.showMore', { count: more })}` : text;
}

/** May this command run after each update of the files in a folder? */
export function commandQuestion(
  t: Translate,
  command: readonly string[],
  place: { readonly folder: string; readonly user: string; readonly home: string },
): ConsentQuestion {
  return {
    title: t('dialogs.consent.command.title'),
    text: t('dialogs.consent.command.text', { user: quote(place.user), home: quote(place.home) }),
    facts: [fact(t, 'folder', quote(place.folder)), ...quoteCommand(command)],
    next: t('dialogs.consent.command.next'),
    agree: t('dialogs.consent.command.agree'),
  };
}

/** May this command run with each alert? */
export function alertCommandQuestion(
  t: Translate,
  command: readonly string[],
  place: { readonly user: string; readonly home: string },
): ConsentQuestion {
  return {
    title: t('dialogs.consent.alertCommand.title'),
    text: t('dialogs.consent.alertCommand.text', { user: quote(place.user), home: quote(place.home) }),
    facts: quoteCommand(command),
    next: t('dialogs.consent.command.next'),
    agree: t('dialogs.consent.alertCommand.agree'),
  };
}

/**
 * May alerts be sent to this address? The last part of its path and its query are not shown: they can be secrets.
 * @param former the present address; `null`: there is none
 */
export function eventWebhookQuestion(t: Translate, url: string, former: string | null): ConsentQuestion {
  const { host, protocol, pathname, search } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const isCut = pathname !== folder || search !== '';
  const isSameHost = former !== null && new URL(former).host === host;
  return {
    title: t(`dialogs.consent.eventWebhook.${isSameHost ? 'titleSameHost' : 'title'}`),
    text: t('dialogs.consent.eventWebhook.text'),
    facts: [
      fact(t, 'address', quote(`${host}${folder}${isCut ? '…' : ''}`)),
      fact(t, 'protocol', t(protocol === 'https:' ? 'dialogs.consent.https' : 'dialogs.consent.plainHttp')),
    ],
    next: t('dialogs.consent.command.next'),
    agree: t('dialogs.consent.eventWebhook.agree'),
  };
}

/** May this CA of a connection, which came from a configuration file, be trusted? All of its certificates are named. */
export function importedCaQuestion(
  t: Translate,
  about: Readonly<Record<'name' | 'baseUrl' | 'fileName', string>> & {
    readonly fingerprints: readonly string[];
  },
): ConsentQuestion {
  return {
    title: t('dialogs.consent.importedCa.title'),
    text: t('dialogs.consent.importedCa.text'),
    facts: [
      fact(t, 'connection', quote(about.name)),
      fact(t, 'address', quote(about.baseUrl)),
      fact(t, 'file', quote(about.fileName)),
      ...about.fingerprints.map((fingerprint) => fact(t, 'fingerprint', fingerprint)),
    ],
    next: t('dialogs.consent.importedCa.next'),
    agree: t('dialogs.consent.importedCa.agree'),
  };
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** May other computers reach the receiver at this address? */
export function exposureQuestion(
  t: Translate,
  { address, port, tls }: Pick<ReceiverConfig, 'address' | 'port' | 'tls'>,
): ConsentQuestion {
  const place = EVERY_ADDRESS.has(address) ? 'allAddresses' : 'addressAndPort';
  return {
    title: t('dialogs.consent.exposure.title'),
    text: t('dialogs.consent.exposure.text'),
    facts: [
      // A port is written without digit grouping.
      fact(t, 'address', t(`dialogs.consent.${place}`, { address, port: String(port) })),
      fact(t, 'protocol', t(tls === null ? 'dialogs.consent.plainHttp' : 'dialogs.consent.https')),
    ],
    next: t(tls === null ? 'dialogs.consent.exposure.plainNext' : 'dialogs.consent.exposure.next'),
    agree: t('dialogs.consent.exposure.agree'),
  };
}

/** May a test delivery for a hook be sent to this host? */
export function selfTestQuestion(
  t: Translate,
  { host, port, protocol, hook }: Readonly<Record<'host' | 'port' | 'protocol' | 'hook', string>>,
): ConsentQuestion {
  return {
    title: t('dialogs.consent.selfTest.title'),
    text: t('dialogs.consent.selfTest.text'),
    facts: [
      fact(t, 'address', t('dialogs.consent.addressAndPort', { address: quote(host), port })),
      fact(t, 'protocol', t(protocol === 'https:' ? 'dialogs.consent.https' : 'dialogs.consent.plainHttp')),
      fact(t, 'hook', quote(hook)),
    ],
    next: t('dialogs.consent.selfTest.next'),
    agree: t('dialogs.consent.selfTest.agree'),
  };
}

export interface WarnedPlace {
  readonly container: 'folder' | 'zip';
  readonly target: string;
  readonly warnings: readonly ExportWarning[];
  readonly orders: readonly string[];
}

/** May private keys be written to a place with warnings? */
export function warnedPlaceQuestion(
  t: Translate,
  { container, target, warnings, orders }: WarnedPlace,
): ConsentQuestion {
  const count = orders.length;
  return {
    title: t('dialogs.consent.warnedPlace.title', { count }),
    text: warnings.map((warning) => t(`dialogs.consent.warnedPlace.${warningText(warning)}`)).join('\n'),
    facts: [
      fact(t, container === 'zip' ? 'file' : 'folder', quote(target)),
      ...warnings.flatMap((warning) => warningFact(t, warning) ?? []),
      fact(t, count === 1 ? 'order' : 'orders', list(t, orders)),
    ],
    agree: t('dialogs.consent.warnedPlace.agree'),
  };
}

function warningText(warning: ExportWarning) {
  return warning.kind === 'gitWorktree' && !warning.isAsked ? 'gitUnknown' : warning.kind;
}

function warningFact(t: Translate, warning: ExportWarning): string | null {
  switch (warning.kind) {
    case 'gitWorktree':
      return fact(t, 'worktree', quote(warning.worktree));
    case 'cloudSynced':
      return fact(t, 'syncedBy', quote(warning.service));
    case 'networkFileSystem':
      return fact(t, 'networkProtocol', quote(warning.protocol));
    default:
      return null;
  }
}

/** May these files, which another program wrote or changed, be replaced in a folder of an earlier export? */
export function replacingQuestion(t: Translate, folder: string, files: readonly string[]): ConsentQuestion {
  return {
    title: t('dialogs.consent.replacing.title', { count: files.length }),
    text: t('dialogs.consent.replacing.text'),
    facts: [fact(t, 'folder', quote(folder)), fact(t, 'files', list(t, files))],
    agree: t('dialogs.consent.replacing.agree'),
  };
}

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

/** May the private keys of these orders be dragged to another program? */
export function dragKeysQuestion(t: Translate, orders: readonly OrderRow[]): ConsentQuestion {
  const count = orders.length;
  return {
    title: t('dialogs.consent.dragKeys.title', { count }),
    text: t('dialogs.consent.dragKeys.text'),
    facts: [fact(t, count === 1 ? 'order' : 'orders', list(t, orders.map(orderTitle)))],
    next: t('dialogs.consent.dragKeys.next'),
    agree: t('dialogs.consent.dragKeys.agree'),
  };
}

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

/** May a configuration file change who reads private keys, where they go, and which alerts are silent? */
export function importQuestion(t: Translate, warnings: readonly ConfigurationWarning[]): ConsentQuestion {
  const named = configurationWarnings.flatMap((kind) => {
    const names = warnings.filter((warning) => warning.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : fact(t, kind, list(t, [...new Set(names)]));
  });
  return {
    title: t('dialogs.consent.import.title'),
    text: t('dialogs.consent.import.text'),
    facts: named,
    next: t('dialogs.consent.import.next'),
    agree: t('dialogs.consent.import.agree'),
  };
}

/** May the app quit, and be replaced by another version? */
export function installQuestion(t: Translate, current: string, next: string): ConsentQuestion {
  return {
    title: t('dialogs.consent.install.title'),
    text: t('dialogs.consent.install.text'),
    facts: [fact(t, 'currentVersion', quote(current)), fact(t, 'nextVersion', quote(next))],
    agree: t('dialogs.consent.install.agree'),
  };
}

/** May stored private keys that cannot be opened be deleted? */
export function startOverQuestion(t: Translate, count: number): ConsentQuestion {
  return {
    title: t('dialogs.consent.startOver.title', { count }),
    text: t('dialogs.consent.startOver.text'),
    facts: [],
    next: t('dialogs.consent.startOver.next'),
    agree: t('dialogs.consent.startOver.agree', { count }),
  };
}
