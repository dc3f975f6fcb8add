/** Waits for what cannot be called off itself. Rejects with the signal's reason as soon as it is aborted. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: isAborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, isAborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
