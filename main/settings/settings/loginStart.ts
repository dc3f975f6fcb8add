import type { Result } from '#shared/result.ts';

/** Whether the system starts the app when the person logs in, as a port. The system knows, nobody else does. */
export interface LoginStart {
  isOn(): boolean;
  /** Error: `loginStart`; everything then is as it was. */
  set(on: boolean): Result<null>;
}
