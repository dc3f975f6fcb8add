/** Something that holds a resource until it is told to let go. `dispose` may be called more than once. */
export interface Disposable {
  dispose(): void;
}
