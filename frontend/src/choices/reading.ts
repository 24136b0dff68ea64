import type { StoredReading } from '#contract/configuration.ts';
import type { ReadingChoice, SavedReading } from './choices.ts';
import type { Choice } from './choice.ts';

const withReading = ({ reading }: SavedReading): SavedReading =>
  reading && Object.keys(reading).length > 0 ? { reading } : {};

/** How files of this kind are read, where the visitor has chosen it. It holds for later files too, and wins over guesses. */
export const READING: Choice<ReadingChoice, SavedReading> = {
  empty: { reading: {} },
  save: withReading,
  restore: ({ reading = {} }) => ({ reading }),
  name: withReading,
  pack: withReading,
  unpack: withReading,
  find: withReading,
  fit: withReading,
  content: ({ reading = {} }) => {
    const entries = Object.entries(reading).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries.length > 0 ? [entries] : [];
  },
  draftSchema: ({ reading }) => ({ reading }),
  savedSchema: ({ z, reading }) => ({ reading: z.optional(reading) }),
};

/** The options of reading that belong to the reading of a kind of file; the others are about one file. */
const KEPT = [
  'encoding',
  'keepPreamble',
  'dropFooter',
  'keepOtherLines',
  'keepCells',
  'blankCells',
  'choiceColumns',
] as const satisfies (keyof StoredReading)[];

/** The reading after the visitor has changed options of reading the open file. An option that stayed as it was is no choice. */
export function chooseReading(
  reading: StoredReading,
  before: StoredReading,
  after: StoredReading,
): StoredReading {
  const changed = KEPT.filter((name) => after[name] !== before[name] && after[name] !== undefined);
  return { ...reading, ...Object.fromEntries(changed.map((name) => [name, after[name]])) };
}

/** The options that read another file in the same way. */
export function optionsOfReading({ encoding, ...others }: StoredReading): Omit<StoredReading, 'encoding'> & {
  usualEncoding?: StoredReading['encoding'];
} {
  return { ...others, ...(encoding && { usualEncoding: encoding }) };
}
