import { createHash } from 'node:crypto';

interface Mutant {
  id: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The first `size` of the ids in an order that the seed gives: each id is as likely as any other. */
function pick(ids: readonly string[], size: number, seed: number): Set<string> {
  return new Set(
    ids.toSorted((a, b) => hash(`${seed} ${a}`).localeCompare(hash(`${seed} ${b}`))).slice(0, size),
  );
}

/**
 * A checker of Stryker that lets a random sample of all changes pass, and says of the others that they do not compile: Stryker
 * then neither tests nor counts them.
 */
class SampleChecker {
  #picked = new Set<string>();

  async init(): Promise<void> {}

  /** Stryker asks for the groups of all changes before it asks for a check, and one process answers both. */
  async group(mutants: readonly Mutant[]): Promise<string[][]> {
    const { size, seed }: { size: number; seed: number } = JSON.parse(process.env.MUTATION_SAMPLE ?? '');
    const ids = mutants.map(({ id }) => id);
    this.#picked = pick(ids, size, seed);
    return [ids];
  }

  async check(mutants: readonly Mutant[]): Promise<Record<string, object>> {
    const verdict = ({ id }: Mutant): object =>
      this.#picked.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
