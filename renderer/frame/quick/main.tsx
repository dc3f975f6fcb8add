import '../../styles/app.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { leaveKeysToInputMethods } from '#renderer/hooks/inputMethod.ts';
import { QuickWindow } from './QuickWindow.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

leaveKeysToInputMethods();
// Main leaves Escape to the page once it is loaded.
flushSync(() => createRoot(root).render(<QuickWindow />));
