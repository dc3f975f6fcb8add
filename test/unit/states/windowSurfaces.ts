import { worstPlaceCondition } from '#renderer/features/deployment/endpoints/DeploymentMark.tsx';
import { groupedEntries, isGroup, orderOf } from '#renderer/features/orders/list/listEntries.ts';
import { rowName, usualRenewalText } from '#renderer/features/timeline/TimelineRow.tsx';
import { conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import {
  filesState,
  filesStep,
  issuedStep,
  serversState,
  serversStep,
} from '#shared/domain/deploymentSteps.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { shortReason } from '#shared/i18n/statusReason.ts';
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

function rowWords({ assessment, connection }: World, row: OrderRow): string {
  const status = assessment.statuses.get(row.id) ?? 'healthy';
  const context = { row, connection, isPolling: false, settings, now, t, locale: 'en' } as const;
  const reason = status === 'healthy' ? '' : shortReason(context);
  const place = worstPlaceCondition(row, termsOf(settings), now);
  const mark = place === null || place.status === status ? '' : t(`conditions.short.${place.kind}`);
  const extra = [reason, mark].filter((words) => words !== '');
  const name = statusText(status, t);
  return extra.length === 0 ? name : `${name} (${extra.join('; ')})`;
}

/** The steps of the deployment that are not done. */
export function details(world: World): string {
  return counted(
    world.orders.map((row) => {
      const files = filesStep(ofOrder(row, world.copies));
      const held = conditionsOf(row, world.connection.polling.kind, termsOf(settings), now);
      const steps = {
        issued: issuedStep(row, held).state,
        files: filesState(files, held),
        servers: serversState(serversStep(ofOrder(row, world.endpoints), files, row, now), held),
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
