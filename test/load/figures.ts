/** How long calls took, by kind, and what was wrong about their answers. */
export class Figures {
  readonly #times = new Map<string, number[]>();
  readonly #wrong: string[] = [];
  readonly #start = performance.now();

  took(kind: string, milliseconds: number): void {
    const times = this.#times.get(kind) ?? [];
    times.push(milliseconds);
    this.#times.set(kind, times);
  }

  expect(isRight: boolean, what: string): void {
    if (!isRight) this.#wrong.push(what);
  }

  get wrong(): readonly string[] {
    return this.#wrong;
  }

  print(): void {
    const seconds = (performance.now() - this.#start) / 1000;
    const all = [...this.#times.values()].flat();
    const rows = [...this.#times, ['all', all] as const].map(([kind, times]) => [kind, describe(times)]);
    console.table(Object.fromEntries(rows));
    console.log(
      `${all.length} calls in ${seconds.toFixed(1)} s, ${(all.length / seconds).toFixed(0)} a second`,
    );
    console.log(`${this.#wrong.length} wrong answers`);
    const kinds = Map.groupBy(this.#wrong, (what) => what);
    for (const [what, times] of [...kinds].slice(0, 20)) console.log(`  ${times.length} times: ${what}`);
  }
}

function describe(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { calls: times.length, 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1) };
}
