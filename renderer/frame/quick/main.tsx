import '../../styles/app.css';
import { createRoot } from 'react-dom/client';
import { leaveKeysToInputMethods } from '#renderer/hooks/inputMethod.ts';
import { QuickWindow } from './QuickWindow.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

leaveKeysToInputMethods();
createRoot(root).render(<QuickWindow />);
