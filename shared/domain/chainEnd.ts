/**
 * The certificate above the leaf that expires first, before the leaf: an intermediate, a cross-signed certificate or a root.
 * Clients refuse the leaf from then on.
 */
export interface ChainEnd {
  /** Its notAfter, Unix ms. */
  readonly at: number;
  /** For display. */
  readonly name: string;
}

interface Ending<NotAfter extends number | null> {
  readonly notAfter: NotAfter;
  readonly chainEnd: ChainEnd | null;
}

/**
 * The last moment at which clients accept a certificate with its chain, Unix ms: the earlier one of its own notAfter and
 * the chain's. Whatever counts down to the end of a certificate asks this.
 */
export function endOf<NotAfter extends number | null>({
  notAfter,
  chainEnd,
}: Ending<NotAfter>): NotAfter | number {
  if (chainEnd === null) return notAfter;
  return notAfter === null ? chainEnd.at : Math.min(notAfter, chainEnd.at);
}
