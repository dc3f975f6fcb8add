const allSteps = ['types', 'lint', 'unit', 'integration', 'e2e'] as const;

/** A step of `npm test`. */
export type TestStep = (typeof allSteps)[number];

/**
 * What a command line asks for: the steps that its first words name, all where it names none, and the words after
 * them, which narrow the tests and go to Vitest.
 */
export function chooseSteps(words: readonly string[]): {
  readonly steps: readonly TestStep[];
  readonly args: readonly string[];
} {
  const end = words.findIndex((word) => stepNamed(word) === undefined);
  const named = (end === -1 ? words : words.slice(0, end)).flatMap((word) => stepNamed(word) ?? []);
  return { steps: named.length > 0 ? named : allSteps, args: words.slice(named.length) };
}

function stepNamed(word: string): TestStep | undefined {
  return allSteps.find((step) => step === word);
}
