import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the sections to run; all where none is named. */
  sections: string[];
  rounds: number;
}

const ROUNDS = 7;
const QUICK_ROUNDS = 3;

/** `npm run bench -- [section ...] [--rounds N] [--quick]` */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { rounds: { type: 'string' }, quick: { type: 'boolean', default: false } },
  });
  const rounds = Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1');
  return { sections: positionals, rounds };
}
