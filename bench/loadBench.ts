import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outFolder } from '#scripts/lib/paths.ts';
import type { Bench, BenchContext } from './lib/bench.ts';
import { KILOBYTE, MEGABYTE, sizeOf } from './lib/fileSizes.ts';
import { type Loads, startProbed } from './lib/probedApp.ts';
import { seededProfile } from './lib/seededProfile.ts';

const appFolder = join(outFolder, 'app');

/** The JavaScript that the main process and the page load before the first row is painted. */
export const loadBench: Bench = {
  names: ['main-before-paint', 'page-before-paint'],
  async run(context) {
    const profile = await seededProfile(context, 12);
    const loaded = await loadedBeforePaint(context, profile);
    const main = loaded.main.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    const page = loaded.page.map((url) => join(appFolder, 'renderer', new URL(url).pathname));
    return [
      {
        name: 'main-before-paint',
        values: [(await scriptSize(main)) / MEGABYTE],
        unit: 'MB',
        floors: null,
        goal: { of: 'value', atMost: 0.7 },
      },
      {
        name: 'page-before-paint',
        values: [(await scriptSize(page)) / KILOBYTE],
        unit: 'kB',
        floors: null,
        goal: { of: 'value', atMost: 350 },
      },
    ];
  },
};

async function loadedBeforePaint(context: BenchContext, profile: string) {
  const app = await startProbed(context, 'notAfter', profile, { BENCH_LOADED: '1' });
  try {
    const { main, page } = await app.loads();
    const before = (loads: Loads['main']) =>
      loads.flatMap(({ url, at }) => (at <= app.paintedAt ? [url] : []));
    return { main: before(main), page: before(page) };
  } finally {
    await app.close();
  }
}

/** Bytes of the app's scripts among the files. */
function scriptSize(files: readonly string[]): Promise<number> {
  const scripts = files.filter((file) => file.startsWith(appFolder) && /\.[cm]?js$/u.test(file));
  if (scripts.length === 0) throw new Error('The app loads some script, but none was seen');
  return sizeOf([...new Set(scripts)]);
}
