import { configurationReader } from './configurationReader.ts';
import type { OutsideReader } from './inputs.ts';
import { localReaders } from './localReaders.ts';
import { revocationList } from './revocationList.ts';
import { serviceReaders } from './serviceReaders.ts';

/** All readers of outside input. */
export const outsideReaders: readonly OutsideReader[] = [
  ...serviceReaders,
  revocationList,
  configurationReader,
  ...localReaders,
];
