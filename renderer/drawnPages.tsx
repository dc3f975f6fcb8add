import { renderToStaticMarkup } from 'react-dom/server';
import { DRAWN_FROM, type PageDrawer } from '#shared/ipc/drawnPages.ts';
import { App } from './App.tsx';
import { needsLaterParts } from './frame/laterNeeds.ts';
import { QuickPage } from './frame/quick/QuickPage.tsx';
import { tickNow } from './hooks/useNow.ts';
import { DrawnHeightContext } from './hooks/useRowWindow.ts';
import { localeOf, useAppStore } from './stores/appStore.ts';
import { orderTotal, projectSnapshot } from './stores/mirror.ts';
import { arrangeAsBefore, resetView } from './stores/viewStore.ts';

/*
 * What main draws before a page can: it loads this file, which the build puts beside its own.
 */

const nothing = () => undefined;

export const quick: PageDrawer['quick'] = (view) => {
  const rows = renderToStaticMarkup(
    <QuickPage
      view={view}
      search=""
      activeId={view.rows[0]?.id ?? null}
      busyId={null}
      said={null}
      retry={null}
      onSearch={nothing}
      onKeyDown={nothing}
      onHelp={nothing}
      onOpen={nothing}
      onPlace={nothing}
    />,
  );
  // No end of the element, and no comment, can be in it.
  const data = JSON.stringify(view).replaceAll('<', '\\u003c');
  const html = `<div id="root">${rows}</div><script type="application/json" id="${DRAWN_FROM}">${data}</script>`;
  return { language: view.locale, theme: view.theme, html };
};

export const list: PageDrawer['list'] = ({ state, height }) => {
  const projection = projectSnapshot(state);
  if (orderTotal(projection) === 0 || needsLaterParts(projection)) return null;
  tickNow(projection.clockAheadMs);
  arrangeAsBefore(projection.app.view);
  useAppStore.setState({ phase: 'ready', projection }, true);
  try {
    const rows = renderToStaticMarkup(
      <DrawnHeightContext value={height}>
        <App onReload={async () => undefined} onPainted={nothing} />
      </DrawnHeightContext>,
    );
    const html = `<div id="root">${rows}</div>`;
    return { language: localeOf(projection), theme: projection.settings.theme, html };
  } finally {
    // Main keeps no second copy of its state.
    useAppStore.setState({ phase: 'loading' }, true);
    resetView();
  }
};
