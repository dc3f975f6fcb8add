import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';
import { loadLaterTexts } from '#renderer/i18n.ts';

const loads: (() => Promise<void>)[] = [];
/** Parts that are shown wait for this before they load. */
let firstPaint: Promise<void> = Promise.resolve();

/** Parts that the first rows show are loaded once those are painted, and not before. */
export function loadPartsAfter(paint: Promise<void>): void {
  firstPaint = paint;
}

/** Loads all lazy parts before they are shown. One that fails is loaded again when it is shown. Never rejects. */
export async function preloadParts(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}

/** Called when a part that is shown cannot be loaded. */
export const PartFailedContext = createContext<() => void>(() => undefined);

/**
 * A function whose code and texts the first rows do not need. A call before they are loaded waits for that, unlike all later
 * ones.
 */
export function lazyCall<Args extends readonly unknown[]>(
  read: () => Promise<(...args: Args) => void>,
  onFailed: () => void,
): (...args: Args) => void {
  let loaded: ((...args: Args) => void) | null = null;
  const load = async () => {
    [loaded] = await Promise.all([read(), loadLaterTexts()]);
  };
  loads.push(load);
  return (...args) => {
    if (loaded === null) load().then(() => loaded?.(...args), onFailed);
    else loaded(...args);
  };
}

/**
 * A hook for a value that the first rows do not need: `null` until it is loaded, which is at the latest when it is needed.
 * @param read imports the value
 */
export function lazyValue<Value>(read: () => Promise<Value>): (isNeeded: boolean) => Value | null {
  let value: Value | null = null;
  const load = async () => {
    value = await read();
  };
  loads.push(load);
  return (isNeeded) => {
    const [, setLoaded] = useState(false);
    const partFailed = useContext(PartFailedContext);
    useEffect(() => {
      if (isNeeded && value === null) load().then(() => setLoaded(true), partFailed);
    }, [isNeeded, partFailed]);
    return value;
  };
}

interface Part<Props> {
  /** `null` until it is loaded. */
  component: ComponentType<Props> | null;
  readonly load: () => Promise<void>;
  readonly onFailed: ((props: Props) => void) | undefined;
}

/**
 * A component whose code and texts the first rows do not need. Where it is shown before it has been loaded, nothing is
 * drawn until it has; afterwards it is like the component itself.
 * @param read imports the component
 * @param onFailed closes what cannot be shown because it cannot be loaded; `PartFailedContext` tells the user. Without it the
 * error is thrown into the page.
 */
export function lazyPart<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  onFailed?: (props: Props) => void,
): ComponentType<Props> {
  let loading: Promise<void> | null = null;
  const part: Part<Props> = { component: null, load, onFailed };

  function load(): Promise<void> {
    loading ??= Promise.all([read(), loadLaterTexts()])
      .then(([component]) => {
        part.component = component;
      })
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  }
  loads.push(load);

  return (props) => <Loaded part={part} props={props} />;
}

interface LoadedProps<Props> {
  readonly part: Part<Props>;
  readonly props: Props;
}

function Loaded<Props extends object>({ part, props }: LoadedProps<Props>) {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const [, setLoaded] = useState(false);
  const partFailed = useContext(PartFailedContext);
  useEffect(() => {
    if (part.component !== null) return;
    let isShown = true;
    firstPaint.then(part.load).then(
      () => isShown && setLoaded(true),
      (error: unknown) => isShown && setFailure({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [part]);
  useEffect(() => {
    if (failure === null || part.onFailed === undefined) return;
    setFailure(null);
    part.onFailed(props);
    partFailed();
  }, [failure, part, props, partFailed]);
  if (failure !== null && part.onFailed === undefined) throw failure.error;
  const { component: Component } = part;
  return Component === null ? null : <Component {...props} />;
}
