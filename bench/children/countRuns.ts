import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '#scripts/lib/paths.ts';

/** A function of the product that ran, with the number of its calls. */
export interface FunctionRun {
  /** Path from the project's folder. */
  readonly file: string;
  /** Empty for a function without a name. */
  readonly name: string;
  readonly calls: number;
}

const root = `${pathToFileURL(projectFolder)}/`;

/**
 * Counts calls of the product's functions from now on, by V8's precise coverage. The modules themselves, which run once when
 * they are loaded, do not count.
 * @returns a function that returns the runs since its last call
 */
export async function countRuns(): Promise<() => Promise<readonly FunctionRun[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      const file = url.startsWith(root) ? url.slice(root.length) : '';
      if (!/^(?:main|renderer|shared)\//u.test(file)) return [];
      return functions.flatMap(({ functionName: name, ranges: [range] }) =>
        range === undefined || range.count === 0 || range.startOffset === 0
          ? []
          : [{ file, name, calls: range.count }],
      );
    });
  };
}
