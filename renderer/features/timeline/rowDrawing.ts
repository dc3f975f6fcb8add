import type { OrderRow } from '#shared/domain/order.ts';
import { type RenewalFacts, renewalState } from '#shared/domain/renewal.ts';
import { type ThresholdSettings, windowsFor } from '#shared/domain/thresholds.ts';
import type { Leaf } from './leaves.ts';
import { type Extent, extentOf, isWithin, meets, type Period, type TimeScale, xOf } from './timeScale.ts';

/** A certificate as a bar. Pixels from the beginning of the scale. */
export interface LeafDrawing extends Extent {
  readonly leaf: Leaf;
  /** Which of the two lines it stands on: neighbours stand on different ones, so that their overlap is seen. */
  readonly lane: 0 | 1;
  /** Where it was seen to take another's place. */
  readonly renewedX: number | null;
}

/** An order as its line of the timeline. */
export interface RowDrawing {
  readonly leaves: readonly LeafDrawing[];
  /** The last part of the present certificate in which the app warns, without the critical part. */
  readonly warning: Extent | null;
  readonly critical: Extent | null;
  /** When it is usually renewed. */
  readonly leadX: number | null;
  /** From the end of an expired certificate until now. */
  readonly expired: Extent | null;
  /** The end, where the service alone says it. */
  readonly saidEndX: number | null;
}

/** When an order is usually renewed, Unix ms; `null` where nothing tells. */
export function usualRenewal(row: RenewalFacts): number | null {
  const state = renewalState(row, Number.NEGATIVE_INFINITY);
  return state.kind === 'unknown' ? null : state.dueAt;
}

/** Draws what of an order lies in the period `sight`, and the certificate `kept` wherever it is. `now`: Unix ms. */
export function drawRow(given: {
  readonly row: Pick<OrderRow, 'notBefore' | 'notAfter' | 'notAfterSource' | 'lead'>;
  /** The earliest first. */
  readonly leaves: readonly Leaf[];
  readonly settings: ThresholdSettings;
  readonly scale: TimeScale;
  readonly sight: Period;
  readonly kept: string | null;
  readonly now: number;
}): RowDrawing {
  const { row, leaves, settings, scale, sight, kept, now } = given;
  const xWithin = (moment: number | null) =>
    moment !== null && isWithin(sight, moment) && isWithin(scale, moment) ? xOf(scale, moment) : null;
  const extentWithin = (period: Period) =>
    period.to > period.from && meets(period, sight) ? extentOf(scale, period) : null;
  const present = leaves.find((leaf) => leaf.isPresent);
  const windows = present === undefined ? null : windowsFor(present.from, present.to, settings);
  const { notAfter } = row;
  return {
    leaves: lanesOf(leaves).flatMap(({ leaf, lane }) =>
      meets(leaf, sight) || leaf.fingerprint256 === kept
        ? [{ leaf, lane, ...extentOf(scale, leaf), renewedX: xWithin(leaf.renewedAt) }]
        : [],
    ),
    warning:
      present === undefined || windows === null
        ? null
        : extentWithin({ from: present.to - windows.warningMs, to: present.to - windows.criticalMs }),
    critical:
      present === undefined || windows === null
        ? null
        : extentWithin({ from: present.to - windows.criticalMs, to: present.to }),
    leadX: present === undefined ? null : xWithin(usualRenewal(row)),
    expired: notAfter === null ? null : extentWithin({ from: notAfter, to: now }),
    saidEndX: present === undefined ? xWithin(notAfter) : null,
  };
}

/** The present certificate on the upper line, the one before it on the lower, and so on by turns. */
function lanesOf(leaves: readonly Leaf[]): readonly { readonly leaf: Leaf; readonly lane: 0 | 1 }[] {
  let left = leaves.filter((leaf) => !leaf.isPresent).length;
  return leaves.map((leaf) => {
    if (leaf.isPresent) return { leaf, lane: 0 };
    left -= 1;
    return { leaf, lane: left % 2 === 0 ? 1 : 0 };
  });
}
