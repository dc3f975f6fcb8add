import { secretsOf } from '#test/integration/app/secretTraces.ts';

/** What the user wrote about an order. */
export interface Wish {
  readonly alias: string | null;
  readonly tags: readonly string[];
  readonly note: string;
}

/** A removed order: for 30 days it comes back as it was. */
export interface Removed {
  readonly id: string;
  readonly wish: Wish;
  /** True time, Unix ms. */
  readonly at: number;
}

/** A delivery that was answered with 204. */
export interface Acknowledged {
  /** True time, Unix ms. */
  readonly at: number;
  /** By the user. */
  readonly isDiscarded: boolean;
}

export const noWish: Wish = { alias: null, tags: [], note: '' };

/** Everything that must not be read outside of the folders that the user chose. */
export class KnownSecrets {
  readonly #texts = new Set<string>();
  readonly #keys = new Set<string>();

  add(...texts: readonly string[]): void {
    for (const text of texts) this.#texts.add(text);
  }

  /** @param pem a private key */
  addKey(pem: string): void {
    for (const text of secretsOf(pem)) this.#keys.add(text);
  }

  /** Whether a text has one of them. */
  isIn(text: string): boolean {
    return this.hasMoreThanKeys(text) || [...this.#keys].some((secret) => text.includes(secret));
  }

  /** Whether a text has one that is no private key. */
  hasMoreThanKeys(text: string): boolean {
    return [...this.#texts].some((secret) => text.includes(secret));
  }
}
