/** Starts the process that talks to the keychain (`keytarProcess.ts`), as a port: Electron's `utilityProcess.fork`. */
export interface SecretProcessHost {
  /** Gives the process at once; a start that fails shows as its exit, or throws. */
  spawn(): SecretProcess;
}

/** A process of its own for the keychain, because a call into it can hang without bound. */
export interface SecretProcess {
  /** Sends plain data; what is sent before the process is up is kept for it. */
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the process has ended, for whatever reason. */
  onExit(listener: () => void): void;
  /** Ends the process at once, even in the middle of a call. */
  kill(): void;
}
