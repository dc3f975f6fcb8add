import { secretsOf } from '#test/integration/app/secretTraces.ts';

/** Everything that must not be read outside of the folders that the user chose. */
export class KnownSecrets {
  readonly #texts = new Set<string>();

  add(...texts: readonly string[]): void {
    for (const text of texts) this.#texts.add(text);
  }

  /** @param pem a private key */
  addKey(pem: string): void {
    this.add(...secretsOf(pem));
  }

  /** Whether a text has one of them. */
  isIn(text: string): boolean {
    return [...this.#texts].some((secret) => text.includes(secret));
  }
}
