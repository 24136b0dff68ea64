import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the parts to run; all where none is named. */
  parts: string[];
  rounds: number;
  /** Everything once, on small files, without the peers that have to be installed: to see that it runs. */
  isSmoke: boolean;
  /** Takes the front end as it was built last. It has no manifest, so the part 'weight' fails. */
  isBuilt: boolean;
  /** A commit whose page is measured beside this one; null without. */
  against: string | null;
}

const ROUNDS = 5;
const QUICK_ROUNDS = 3;

/** `[part ...] [--rounds N] [--quick] [--smoke] [--built] [--against COMMIT]` */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  });
  const rounds = values.smoke ? 1 : Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1');
  const { smoke: isSmoke, built: isBuilt, against = null } = values;
  return { parts: positionals, rounds, isSmoke, isBuilt, against };
}
