/** Makes a function of main's state return its last result while its arguments are identical, for all components together. */
export function remembered<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | null = null;
  return (...args) => {
    if (last === null || args.some((arg, index) => arg !== last?.args[index]))
      last = { args, result: compute(...args) };
    return last.result;
  };
}
