import { coversCopies, isBad } from '#renderer/features/deployment/endpoints/deploymentStatuses.ts';
import { shortDeploymentText } from '#renderer/features/deployment/endpoints/deploymentText.ts';
import { copyAttention } from '#renderer/features/deployment/files/copyAttention.ts';
import { groupedEntries, isGroup, orderOf } from '#renderer/features/orders/list/listEntries.ts';
import { renewalReason } from '#renderer/features/orders/list/renewalText.ts';
import { rowName } from '#renderer/features/orders/list/rowName.ts';
import { shortReason } from '#renderer/features/orders/list/statusReason.ts';
import { usualRenewalText } from '#renderer/features/timeline/leafText.ts';
import { deploymentStatus } from '#shared/domain/deploymentStatus.ts';
import { filesStep, issuedStep, serversStep } from '#shared/domain/deploymentSteps.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import { counted, ofOrder, settings, statusOf, t, type World } from './world.ts';

/** The group of the list, the status with its reason unless it is healthy, and the marks for places. */
export function list(world: World): string {
  const { entries } = groupedEntries(world.orders, world.assessment.statuses, null, new Set(), now);
  const words: string[] = [];
  let group = '';
  for (const entry of entries) {
    if (entry === undefined) continue;
    if (isGroup(entry)) group = typeof entry.group === 'string' ? t(`orders.group.${entry.group}`) : '';
    else words.push(`${group}: ${rowWords(world, orderOf(entry))}`);
  }
  return counted(words);
}

function rowWords(world: World, row: OrderRow): string {
  const status = statusOf(world, row);
  const places = { copies: ofOrder(row, world.copies), endpoints: ofOrder(row, world.endpoints) };
  const deployment = deploymentStatus(places, now);
  const { connection } = world;
  const context = { row, status, connection, deployment, settings, now, t };
  const reason =
    renewalReason(row, status, now, t)?.text ??
    (status === 'healthy' ? '' : shortReason({ ...context, isPolling: false, locale: 'en' }));
  const files = copyAttention(world.copies).get(row.id) ?? null;
  const marks = [
    deployment !== null && isBad(deployment.status) ? shortDeploymentText(deployment, t) : '',
    files === null || (deployment !== null && coversCopies(deployment, files))
      ? ''
      : t(`copies.mark.${files}`),
  ];
  const extra = [reason, ...marks].filter(
    (words, index, all) => words !== '' && all.indexOf(words) === index,
  );
  const name = statusText(status, t);
  return extra.length === 0 ? name : `${name} (${extra.join('; ')})`;
}

/** The steps of the deployment that are not done. */
export function details(world: World): string {
  return counted(
    world.orders.map((row) => {
      const files = filesStep(ofOrder(row, world.copies));
      const steps = {
        issued: issuedStep(row, statusOf(world, row), now).state,
        files: files.state,
        servers: serversStep(ofOrder(row, world.endpoints), files, row, now).state,
      };
      const open = Object.entries(steps).filter(([, state]) => state !== 'done' && state !== 'empty');
      return open.length === 0 ? 'done' : open.map(([step, state]) => `${step}: ${state}`).join(', ');
    }),
  );
}

/** The status in the table of the timeline, and that its renewal is a guess. */
export function timeline(world: World): string {
  return counted(
    world.orders.map((row) => {
      const [, name = ''] = rowName(row, statusOf(world, row), '', t).split(t('common.listSeparator'));
      const [usual = ''] = usualRenewalText(row, { t, locale: 'en' })?.split(' around ') ?? [];
      return row.lead?.renewals === 0 ? `${name} · ${usual}` : name;
    }),
  );
}
