import { dirname } from 'node:path';

/** A directory and its ancestors, nearest first. */
export function ancestorsOf(directory: string): readonly string[] {
  const ancestors = [directory];
  for (let parent = dirname(directory); parent !== ancestors.at(-1); parent = dirname(parent)) {
    ancestors.push(parent);
  }
  return ancestors;
}
