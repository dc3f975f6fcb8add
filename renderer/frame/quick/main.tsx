import '../../styles/app.css';
import { leaveKeysToInputMethods } from '#renderer/hooks/inputMethod.ts';
import type { QuickView } from '#shared/domain/quickView.ts';
import { DRAWN_FROM } from '#shared/ipc/drawnPages.ts';
import { QuickWindow } from './QuickWindow.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

leaveKeysToInputMethods();
const drawn = document.getElementById(DRAWN_FROM)?.textContent;
const first = drawn === undefined ? null : (JSON.parse(drawn) as QuickView);
// The window imports it late, too: so it is in the first files of neither page.
const { takeOver } = await import('../takeOver.ts');
await takeOver(root, (typed) => <QuickWindow first={first} typed={typed} />);
