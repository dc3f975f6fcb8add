/** The steps of a delivery between connection and answer at which a receiver can be killed, in order. */
export const killSteps = [
  /** The head was read, the body was not. */
  'accepted',
  'verified',
  /** The delivery is passed on; its certificates were not read. */
  'vaultAsked',
  'sealed',
  'beforeWrite',
  /** In the transaction, after all rows were written. */
  'beforeCommit',
  /** On disk, but not yet reported. */
  'afterCommit',
  'beforeAnswer',
  /** The answer was passed to the system, and may or may not be sent. */
  'afterAnswer',
] as const;

export type KillStep = (typeof killSteps)[number];

/** Instead of a step: the receiver starts and ends. */
export const warmUp = 'warmUp';

/** The signing secret and the vault key of the tested receiver. No real secrets: they are in this repository. */
export const testSecret = 'signing secret of the killed receiver';
export const testVaultKey = '5a'.repeat(32);
