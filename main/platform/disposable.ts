import { isolated } from './errors.ts';

/** Holds a resource until disposed. `dispose` may be called more than once. */
export interface Disposable {
  dispose(): void;
}

/** Disposes all resources in order. An error is reported and does not stop the others. */
export function disposeAll(resources: readonly Disposable[]): void {
  for (const resource of resources) isolated('disposeAll', () => resource.dispose());
}
