/** Between the connection and the answer: where a receiver can be killed, in the order of a delivery's way. */
export const killSteps = [
  /** The head was read, the body was not. */
  'accepted',
  'verified',
  /** The keeper has it; its certificates were not read. */
  'vaultAsked',
  'sealed',
  'beforeWrite',
  /** Within the transaction, all rows written. */
  'beforeCommit',
  /** On disk, and nobody knows. */
  'afterCommit',
  'beforeAnswer',
  /** The answer was given to the system, and may or may not be on its way. */
  'afterAnswer',
] as const;

export type KillStep = (typeof killSteps)[number];

/** In place of a step: the receiver starts and ends. */
export const warmUp = 'warmUp';

/** What the receiver under test signs and seals with. No real secret: it is in this repository. */
export const testSecret = 'signing secret of the killed receiver';
export const testVaultKey = '5a'.repeat(32);
