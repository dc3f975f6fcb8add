// The parts of the list that its first rows do not need, as one file.
import './dragOut.ts';

export { RowHelp } from '../help/RowHelp.tsx';
export { runVerb } from '../verbs/verbs.ts';
export { NoOrders } from './EmptyOrders.tsx';
export { ExpiryStrip } from './ExpiryStrip.tsx';
export { ExpiryChip, ListTools } from './FilterActions.tsx';
export { NoMatchingOrders } from './NoMatchingOrders.tsx';
export { OrderMenu } from './OrderMenu.tsx';
export { SearchHint } from './SearchHint.tsx';
export { SelectionBar } from './SelectionBar.tsx';
export { TagMenu } from './TagMenu.tsx';
export { tagEntries } from './tagEntries.ts';
