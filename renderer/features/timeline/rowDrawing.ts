import { endOf } from '#shared/domain/chainEnd.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { orderWindows, type ThresholdOrder } from '#shared/domain/ownThresholds.ts';
import { type RenewalFacts, renewalState } from '#shared/domain/renewal.ts';
import type { ThresholdSettings } from '#shared/domain/thresholds.ts';
import type { Leaf } from './leaves.ts';
import { type Extent, extentOf, isWithin, meets, type Period, type TimeScale, xOf } from './timeScale.ts';

/** A certificate as a bar, in pixels from the start of the scale. */
export interface LeafDrawing extends Extent {
  readonly leaf: Leaf;
  /** One of two lanes. Successive certificates alternate, so that overlaps are visible. */
  readonly lane: 0 | 1;
  /** Position of the renewal to this certificate. */
  readonly renewedX: number | null;
}

/** The row of an order, in pixels from the start of the scale. */
export interface RowDrawing {
  readonly leaves: readonly LeafDrawing[];
  /** The warning window of the current certificate, up to the critical window. */
  readonly warning: Extent | null;
  readonly critical: Extent | null;
  readonly leadX: number | null;
  /** From the expiry of an expired certificate until now. */
  readonly expired: Extent | null;
  /** Position of an expiry that only the service states. */
  readonly saidEndX: number | null;
}

/** When an order is usually renewed, Unix ms; `null` if unknown. */
export function usualRenewal(row: RenewalFacts): number | null {
  const state = renewalState(row, Number.NEGATIVE_INFINITY);
  return state.kind === 'unknown' ? null : state.dueAt;
}

/** Computes the parts of a row that are in the period `visible`, and always the certificate `kept`. `now`: Unix ms. */
export function drawRow(given: {
  readonly row: ThresholdOrder &
    Pick<OrderRow, 'notAfterSource' | 'chainEnd' | 'lead' | 'source' | 'lastConfirmedAt'>;
  /** The earliest first. */
  readonly leaves: readonly Leaf[];
  readonly settings: ThresholdSettings;
  readonly scale: TimeScale;
  readonly visible: Period;
  readonly kept: string | null;
  readonly now: number;
}): RowDrawing {
  const { row, leaves, settings, scale, visible, kept, now } = given;
  const xWithin = (moment: number | null) =>
    moment !== null && isWithin(visible, moment) && isWithin(scale, moment) ? xOf(scale, moment) : null;
  const extentWithin = (period: Period) =>
    period.to > period.from && meets(period, visible) ? extentOf(scale, period) : null;
  const shown = lanesOf(leaves).filter(({ leaf }) => meets(leaf, visible) || leaf.fingerprint256 === kept);
  const end = endOf(row);
  const drawing = {
    leaves: shown.map(({ leaf, lane }) => ({
      leaf,
      lane,
      ...extentOf(scale, leaf),
      renewedX: xWithin(leaf.renewedAt),
    })),
    expired: end === null ? null : extentWithin({ from: end, to: now }),
  };
  const present = leaves.find((leaf) => leaf.isPresent);
  if (present === undefined)
    return { ...drawing, warning: null, critical: null, leadX: null, saidEndX: xWithin(end) };
  const { from, to } = present;
  const { warningMs, criticalMs } = orderWindows(
    { ...row, notBefore: from, notAfter: row.notAfter ?? to },
    settings,
  );
  return {
    ...drawing,
    warning: extentWithin({ from: to - warningMs, to: to - criticalMs }),
    critical: extentWithin({ from: to - criticalMs, to }),
    leadX: xWithin(usualRenewal(row)),
    saidEndX: null,
  };
}

/** Puts the current certificate in the upper lane, the one before it in the lower one, and so on. */
function lanesOf(leaves: readonly Leaf[]): readonly { readonly leaf: Leaf; readonly lane: 0 | 1 }[] {
  let left = leaves.filter((leaf) => !leaf.isPresent).length;
  return leaves.map((leaf) => {
    if (leaf.isPresent) return { leaf, lane: 0 };
    left -= 1;
    return { leaf, lane: left % 2 === 0 ? 1 : 0 };
  });
}
