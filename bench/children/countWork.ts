import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

/** Counts of expensive operations. */
export interface WorkCounts {
  /** Certificates that were parsed. */
  readonly parsed: number;
  /** Statements that wrote to the database. */
  readonly written: number;
}

/** Counts from now on, in modules that are imported afterwards. */
export function countWork(): { reset(): void; read(): WorkCounts } {
  let parsed = 0;
  let written = 0;
  class CountedCertificate extends crypto.X509Certificate {
    constructor(source: ConstructorParameters<typeof crypto.X509Certificate>[0]) {
      super(source);
      parsed += 1;
    }
  }
  Object.assign(crypto, { X509Certificate: CountedCertificate });
  syncBuiltinESMExports();
  const run = StatementSync.prototype.run;
  Object.assign(StatementSync.prototype, {
    run(this: StatementSync, ...values: Parameters<typeof run>) {
      written += 1;
      return run.apply(this, values);
    },
  });
  return {
    reset: () => {
      parsed = 0;
      written = 0;
    },
    read: () => ({ parsed, written }),
  };
}
