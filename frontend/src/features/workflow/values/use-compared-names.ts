import { startTransition, useEffect, useMemo, useState } from 'react';
import { nextTask } from '#frontend/thread/next-task.ts';
import { findSpellings, spellingKey } from './spellings.ts';

/** A few milliseconds of comparing. */
const NAMES_PER_SLICE = 5000;

interface ComparedNames {
  names: readonly string[];
  /** What is left of each name without capitals and spaces. */
  keys: readonly string[];
  /** Sets of names that differ in nothing else. */
  sets: readonly (readonly string[])[];
}

const NOTHING: ComparedNames = { names: [], keys: [], sets: [] };

/** Names compared with each other. A long list of them is on the screen before, and is gone through in slices. */
export function useComparedNames(names: readonly string[]): ComparedNames {
  const isLong = names.length > NAMES_PER_SLICE;
  const atOnce = useMemo(() => (isLong ? NOTHING : compare(names, names.map(spellingKey))), [names, isLong]);
  const [later, setLater] = useState<{ of: readonly string[]; compared: ComparedNames } | null>(null);

  useEffect(() => {
    if (!isLong) return;
    const leaving = new AbortController();
    void compareInSlices(names, leaving.signal).then(
      (compared) => compared && startTransition(() => setLater({ of: names, compared })),
    );
    return () => leaving.abort();
  }, [names, isLong]);

  return isLong && later?.of === names ? later.compared : atOnce;
}

function compare(names: readonly string[], keys: readonly string[]): ComparedNames {
  return { names, keys, sets: findSpellings(names, keys) };
}

/** Null where it was not needed any more. */
async function compareInSlices(names: readonly string[], signal: AbortSignal): Promise<ComparedNames | null> {
  const keys: string[] = [];
  while (keys.length < names.length) {
    await nextTask();
    if (signal.aborted) return null;
    keys.push(...names.slice(keys.length, keys.length + NAMES_PER_SLICE).map(spellingKey));
  }
  await nextTask();
  return compare(names, keys);
}
