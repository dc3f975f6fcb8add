import { cx } from '#renderer/components/cx.ts';
import type { RowDrawing } from './rowDrawing.ts';
import type { Extent } from './timeScale.ts';

/** Drawn over the bars of an order: warning windows, usual and past renewals. The bars' labels say the same. */
export function RowMarks({ drawing }: { readonly drawing: RowDrawing }) {
  const { warning, critical, expired, leadX, saidEndX, leaves } = drawing;
  return (
    <span aria-hidden className="pointer-events-none">
      <Part extent={warning} className="top-2.25 h-4.5 border-l border-amber text-amber hatch hatch-wide" />
      <Part
        extent={critical}
        className="top-2.25 h-4.5 border-l-2 border-orange text-orange hatch hatch-dense"
      />
      <Part extent={expired} className="top-4.25 h-0 border-t-2 border-dotted border-danger" />
      {leaves.map(
        ({ renewedX, lane, leaf }) =>
          renewedX !== null && (
            <span
              key={leaf.fingerprint256}
              style={{ left: renewedX }}
              className={cx(
                'absolute size-2 -translate-x-1/2 rounded-full border-2 border-surface bg-ink forced-color-adjust-none forced-colors:border-[Canvas] forced-colors:bg-[CanvasText]',
                lane === 0 ? 'top-3.5' : 'top-8',
              )}
            />
          ),
      )}
      {leadX !== null && <LeadMark className="absolute top-0.5 -translate-x-1/2" style={{ left: leadX }} />}
      {saidEndX !== null && (
        <span
          style={{ left: saidEndX }}
          className="absolute top-2 h-5 border-l-2 border-dashed border-gray"
        />
      )}
    </span>
  );
}

/** A triangle at the time of the usual renewal. */
export function LeadMark(props: { readonly className?: string; readonly style?: { readonly left: number } }) {
  return (
    <svg width={9} height={7} viewBox="0 0 9 7" aria-hidden {...props}>
      <path d="M0 0h9L4.5 7z" className="fill-accent forced-colors:fill-[CanvasText]" />
    </svg>
  );
}

function Part({ extent, className }: { readonly extent: Extent | null; readonly className: string }) {
  return extent === null ? null : <span style={extent} className={cx('absolute', className)} />;
}
