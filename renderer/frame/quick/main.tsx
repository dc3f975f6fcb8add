import '../../styles/app.css';
import { createRoot } from 'react-dom/client';
import { QuickWindow } from './QuickWindow.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(<QuickWindow />);
