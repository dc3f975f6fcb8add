import { registerEndings } from './endings.ts';

// Setup of the tests with a real app: what their helpers started ends with the test or with the file.
registerEndings();
