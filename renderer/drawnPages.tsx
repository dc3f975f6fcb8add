import { renderToStaticMarkup } from 'react-dom/server';
import { DRAWN_FROM, type PageDrawer } from '#shared/ipc/drawnPages.ts';
import { QuickPage } from './frame/quick/QuickPage.tsx';

const nothing = () => undefined;

/** What main draws before a page can: it loads this file, which the build puts beside its own. */
export const quickHtml: PageDrawer['quickHtml'] = (view) => {
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
  return `<div id="root">${rows}</div><script type="application/json" id="${DRAWN_FROM}">${data}</script>`;
};
