import { readFileSync } from 'node:fs';
import type { ServiceAnnouncement } from '#scripts/demo/referenceService.ts';

/** The parent's input. Parent and child come from one build, so the type is not checked. */
export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? 'null') as Input;
}

/** The service that a file announces, with the PEM of its root. */
export function readService(file: string): ServiceAnnouncement & { readonly caPem: string } {
  const announced = JSON.parse(readFileSync(file, 'utf8')) as ServiceAnnouncement;
  return { ...announced, caPem: readFileSync(announced.caFile ?? '', 'utf8') };
}

/** Returns the answer and exits the process, also with open handles. */
export function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`, () => process.exit(0));
}
