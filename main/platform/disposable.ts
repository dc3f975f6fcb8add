import { isolated } from './errors.ts';

/** Something that holds a resource until it is told to let go. `dispose` may be called more than once. */
export interface Disposable {
  dispose(): void;
}

/** Disposes all of them, in their order. One that throws is reported, and keeps none of the others. */
export function disposeAll(resources: Iterable<Disposable>): void {
  for (const resource of resources) isolated('disposeAll', () => resource.dispose());
}
