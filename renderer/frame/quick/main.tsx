import '../../styles/app.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { bridge } from '#renderer/bridge.ts';
import { leaveKeysToInputMethods } from '#renderer/hooks/inputMethod.ts';
import type { QuickView } from '#shared/domain/quickView.ts';
import { DRAWN_FROM } from '#shared/ipc/drawnPages.ts';
import { QuickWindow } from './QuickWindow.tsx';
import { replayInput } from './replayInput.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

/** A page that does not paint is taken over after this time. */
const PAINTS_WITHIN_MS = 200;

/** Resolves when the page was painted as main has drawn it. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINTS_WITHIN_MS);
    requestAnimationFrame(() => {
      // A message comes in after the frame that this callback belongs to.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}

leaveKeysToInputMethods();
const drawn = document.getElementById(DRAWN_FROM)?.textContent;
const first = drawn === undefined ? null : (JSON.parse(drawn) as QuickView);
if (first !== null) await painted();
const typed = root.querySelector('input')?.value ?? '';
flushSync(() => createRoot(root).render(<QuickWindow first={first} typed={typed} />));
replayInput(bridge().earlyInput());
