import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import { hostAndPort, isOfThisComputer } from '#shared/domain/endpoint.ts';
import {
  type InventoryAddress,
  type InventoryEndpoint,
  type InventoryOrder,
  placesWord,
} from '#shared/domain/inventory.ts';
import { formatDate } from '#shared/i18n/format.ts';
import { placeStatusText } from '#shared/i18n/placeStatusText.ts';
import { probeErrorText, servedFindingText } from '#shared/i18n/probeText.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import type { CommandContext } from './context.ts';
import type { Cell } from './table.ts';
import type { Style } from './terminalText.ts';

type Words = Pick<CommandContext, 't' | 'locale'>;

export interface ProbeLine {
  readonly cells: readonly Cell[];
  /** `null`: the line is not about a probed address. */
  readonly status: PlaceStatus | null;
}

/** One line per address of an endpoint, one for an endpoint without addresses, and one for omitted addresses. */
export function probeLines(
  order: Pick<InventoryOrder, 'title'>,
  endpoint: InventoryEndpoint,
  context: Words,
): readonly ProbeLine[] {
  const { t } = context;
  const plain = (text: string): Cell => ({ text, style: 'plain' });
  const where = [plain(order.title), plain(hostAndPort(endpoint))];
  const { error, addresses, omitted } = endpoint;
  if (addresses.length === 0) {
    const status = error === null || isOfThisComputer(error) ? 'unknown' : 'unreachable';
    const why = error === null ? '' : probeErrorText(error, t).title;
    const word = serverText(status, null, context);
    const said: Cell = { text: word, style: probeStatusStyles[status] };
    return [{ cells: [...where, plain(''), said, plain(why)], status }];
  }
  const looked = addresses.map(
    (address): ProbeLine => ({
      cells: [
        ...where,
        plain(address.address),
        {
          text: serverText(address.status, address.uncheckedSince, context),
          style: probeStatusStyles[address.status],
        },
        plain(addressText(address, context)),
      ],
      status: address.status,
    }),
  );
  if (omitted === 0) return looked;
  const more = t('cli.probe.omitted', { count: omitted });
  return [...looked, { cells: [...where, plain(''), plain(''), plain(more)], status: null }];
}

/** The status of an address. It is of a server here, not of exported files, and so can be unreachable. */
function serverText(status: PlaceStatus, uncheckedSince: number | null, { t, locale }: Words): string {
  if (status === 'unreachable') return statusText('unreachable', t);
  return placeStatusText(status, uncheckedSince, t, locale, 'local');
}

/** How many of these addresses have what, worst first. */
export function probeSummary(statuses: readonly PlaceStatus[], { t }: Pick<Words, 't'>): string {
  const all = statuses.length;
  const counts = (['notDeployed', 'misconfigured', 'unreachable', 'unknown'] as const).flatMap((what) => {
    const count = statuses.filter((status) => wrongWith[status] === what).length;
    return count === 0 ? [] : [t(`cli.probe.${what}`, { affected: count, all })];
  });
  return counts.length === 0
    ? t('cli.probe.deployed', { count: all })
    : counts.join(t('common.listSeparator'));
}

/** What a status of an address counts as. */
const wrongWith: Readonly<
  Record<PlaceStatus, 'notDeployed' | 'misconfigured' | 'unreachable' | 'unknown' | null>
> = {
  expired: 'notDeployed',
  foreign: 'notDeployed',
  stale: 'notDeployed',
  misconfigured: 'misconfigured',
  unreachable: 'unreachable',
  unknown: 'unknown',
  current: null,
};

function addressText(
  { error, findings, notAfter, issuerName, relation, uncheckedSince }: InventoryAddress,
  { t, locale }: Words,
): string {
  if (error !== null) return probeErrorText(error, t).title;
  if (uncheckedSince !== null) return '';
  return [
    notAfter === null ? '' : t('cli.probe.until', { date: formatDate(notAfter, locale, 'local') }),
    relation === 'other' ? (issuerName ?? '') : '',
    ...findings.map((finding) => servedFindingText(finding, t, locale).title),
  ]
    .filter((part) => part !== '')
    .join(t('common.listSeparator'));
}

const probeStatusStyles: Readonly<Record<PlaceStatus, Style>> = {
  expired: 'bad',
  foreign: 'bad',
  stale: 'warning',
  misconfigured: 'warning',
  unreachable: 'warning',
  unknown: 'dim',
  current: 'good',
};

/** The deployment status of an order as a table cell, with the number of affected places unless it is all of them. */
export function deploymentCell(
  order: Pick<InventoryOrder, 'places' | 'conditions'>,
  { t, locale }: Words,
): Cell {
  const word = placesWord(order);
  if (order.places === null || word === null) return { text: '', style: 'plain' };
  const { status, addresses, affected, copies, copiesAffected, uncheckedSince } = order.places;
  const said = placeStatusText(word, uncheckedSince, t, locale, 'local');
  const all = addresses + copies;
  const concerned = affected + copiesAffected;
  const isPart = status !== 'current' && concerned > 0 && concerned < all;
  return {
    text: isPart ? t('cli.status.ofPlaces', { status: said, affected: concerned, all }) : said,
    style: word === 'servedEndsSoon' ? 'bad' : probeStatusStyles[status],
  };
}
