/** Port: starts the keychain process (`keytarProcess.ts`). Implemented by Electron's `utilityProcess.fork`. */
export interface SecretProcessHost {
  /** Returns the process at once. A failed start is reported as its exit, or throws. */
  spawn(): SecretProcess;
}

/** A separate process for the keychain, because a keychain call can hang forever. */
export interface SecretProcess {
  /** Sends plain data; queued until the process has started. */
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the process has ended. */
  onExit(listener: () => void): void;
  /** Kills the process, even during a call. */
  kill(): void;
}
