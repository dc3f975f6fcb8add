// What commands need, and the two that run most often. The build puts it into one file, because finding and linking a module
// takes Node a millisecond; everything else is loaded when it is needed.
import '#main/cli/commands/check.ts';
import '#main/cli/commands/status.ts';
import './serverProcess.ts';

export { startServer } from './start.ts';
