import { render } from '@testing-library/react';
import { useEffect } from 'react';
import useSWR, { useSWRConfig, type Cache, type ScopedMutator } from 'swr';
import { expect, test } from 'vitest';
import { ThreadAnswers, type Asker } from '#frontend/features/wizard/kit/thread-answers.tsx';

let inside: { cache: Cache; mutate: ScopedMutator };

function Inside({ file }: { file: number }) {
  const config = useSWRConfig();
  useEffect(() => void (inside = config), [config]);
  useSWR([file, 'countAges', {}], () => `about file ${file}`);
  return null;
}

// Nothing is asked here.
const open = (number: number) => ({ state: { file: { number } } }) as Asker;

const page = (number: number) => (
  <ThreadAnswers workflow={open(number)}>
    <Inside file={number} />
  </ThreadAnswers>
);

const shown = () => [...inside.cache.keys()].map((key): unknown => inside.cache.get(key)?.data).toSorted();

test('answers about a closed file are forgotten, also beside an answer without a key', async () => {
  const { rerender } = render(page(1));
  await expect.poll(shown).toEqual(['about file 1']);
  // SWR keeps the key of an entry with its hook. This one has none, as one that arrives late.
  await inside.mutate(['late'], 'of nothing', { revalidate: false });
  rerender(page(2));
  await expect.poll(shown).toEqual(['about file 2', undefined, undefined]);
});
