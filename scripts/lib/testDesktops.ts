import { withTestDesktop } from '../testDesktop.ts';

/** Names the environment variable that holds what differs in each desktop's environment, as JSON. */
export const desktopsVariable = 'NOTAFTER_TEST_DESKTOPS';

/** Runs `use` while so many private desktops stand, in an environment that names them to `scripts/vitest/ownDesktop.ts`. */
export function withTestDesktops<T>(count: number, use: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  return gather([], count, (desktops) =>
    use({ ...process.env, [desktopsVariable]: JSON.stringify(desktops.map(ownVariables)) }),
  );
}

function gather<T>(
  standing: readonly NodeJS.ProcessEnv[],
  count: number,
  use: (desktops: readonly NodeJS.ProcessEnv[]) => Promise<T>,
): Promise<T> {
  if (standing.length === count) return use(standing);
  return withTestDesktop({}, (env) => gather([...standing, env], count, use));
}

function ownVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value));
}
