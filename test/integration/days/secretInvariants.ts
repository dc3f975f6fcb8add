import { bytesBelow, textOf } from '#test/integration/app/secretTraces.ts';
import type { Life } from './life.ts';

/** Where a secret is that must not be there. */
export function secretProblems({
  app,
  printed,
  recorder,
  secrets,
  profile,
  home,
  targets,
}: Life): readonly string[] {
  const { desktop, log } = app;
  const places: Readonly<Record<string, string>> = {
    log: JSON.stringify(log),
    'what commands printed, and earlier logs': printed.join('\n'),
    desktop: textOf(desktop),
    profile: bytesBelow(profile),
    'the folder of the user': bytesBelow(home),
    'what commands of the user got': recorder.heard(),
    arguments: process.argv.join(' '),
    environment: Object.values(process.env).join('\n'),
  };
  return [
    ...Object.entries(places).flatMap(([name, text]) => (secrets.isIn(text) ? [name] : [])),
    // Exported files have keys, and nothing else that is secret.
    ...targets.flatMap((target) => (secrets.hasMoreThanKeys(bytesBelow(target)) ? [target] : [])),
  ];
}
