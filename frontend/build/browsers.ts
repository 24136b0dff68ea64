/** The oldest browsers that the program is made for: those of November 2024. Syntax that they lack is rewritten. */
export const BUILD_TARGETS = ['chrome131', 'edge131', 'firefox132', 'safari18.1'];

/** The same in words, for the page in an older browser. README says it too. */
export const OLDEST_BROWSERS = inWords(BUILD_TARGETS);

function inWords(targets: readonly string[]): string {
  const words = targets.map((target) =>
    target.replace(/^([a-z])([a-z]+)/, (_, first: string, rest: string) => `${first.toUpperCase()}${rest} `),
  );
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
