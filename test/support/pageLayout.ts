import { onTestFinished } from 'vitest';

/** Gives every element of jsdom, which has no layout, a size in pixels until the test ends. */
export function withElementSize(width: number, height: number): void {
  const { prototype } = HTMLElement;
  const before = ['offsetWidth', 'offsetHeight', 'clientHeight'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
  );
  Object.defineProperties(prototype, {
    offsetWidth: { configurable: true, get: () => width },
    offsetHeight: { configurable: true, get: () => height },
    clientHeight: { configurable: true, get: () => height },
  });
  onTestFinished(() => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
      else Object.defineProperty(prototype, name, descriptor);
    }
  });
}
