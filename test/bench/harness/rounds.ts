/**
 * Does each piece of work once a round, each round beginning with another one: what disturbs the machine for a while
 * meets all alike. Answers with what each measured, a value per round.
 */
export async function inTurns<T extends readonly (() => Promise<unknown>)[]>(
  rounds: number,
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> {
  const measured: unknown[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < works.length; turn++) {
      const index = (turn + round) % works.length;
      measured[index]?.push(await works[index]?.());
    }
  }
  // One list per work, filled by that work alone.
  return measured as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[] };
}
