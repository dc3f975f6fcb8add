import type { ReactNode } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { LeadMark } from './RowMarks.tsx';

/** Explains the shapes of the chart. */
export function TimelineLegend() {
  const t = useT();
  const swatch = 'inline-block w-5 shrink-0';
  return (
    <ul
      aria-label={t('timeline.legend.label')}
      className="flex h-7 shrink-0 items-center gap-4 overflow-hidden border-t border-line px-4 text-2xs whitespace-nowrap text-muted"
    >
      <Entry text={t('timeline.legend.present')}>
        <span className={`${swatch} h-2.5 rounded-xs border border-green bg-green-soft`} />
      </Entry>
      <Entry text={t('timeline.legend.former')}>
        <span className={`${swatch} h-1.5 rounded-xs border border-gray bg-gray-soft`} />
      </Entry>
      <Entry text={t('timeline.legend.warning')}>
        <span className={`${swatch} h-2.5 border-l border-amber text-amber hatch hatch-wide`} />
      </Entry>
      <Entry text={t('timeline.legend.critical')}>
        <span className={`${swatch} h-2.5 border-l-2 border-orange text-orange hatch hatch-dense`} />
      </Entry>
      <Entry text={t('timeline.legend.expired')}>
        <span className={`${swatch} h-0 border-t-2 border-dotted border-danger`} />
      </Entry>
      <Entry text={t('timeline.legend.usual')}>
        <LeadMark />
      </Entry>
      <Entry text={t('timeline.legend.renewed')}>
        <span className="size-1.5 rounded-full bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]" />
      </Entry>
    </ul>
  );
}

function Entry({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="flex items-center">
        {children}
      </span>
      {text}
    </li>
  );
}
