import { useState } from 'react';
import { useAnswer, type Asker } from './thread-answers.tsx';
import { qualifiedValues } from './workflow-selectors.ts';

// Apart from the other answers: no code of these is on the first page.

/** The answer; while the next one is on its way, the last one, so that nothing on the page comes and goes. */
export function useSteady<T>(answer: T | null): T | null {
  const [last, setLast] = useState(answer);
  if (answer !== null && answer !== last) setLast(answer);
  return answer ?? last;
}

/** Conversions per distinct value of a column; null without a column or a status column, and while the thread counts. */
export function useConversionsPerValue({ state, thread }: Asker, column: number | null): Uint32Array | null {
  const { file, statusColumn } = state;
  const question = {
    column: column ?? 0,
    statusColumn: statusColumn ?? 0,
    qualified: qualifiedValues(state),
  };
  const isAsked = file !== null && column !== null && statusColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countConversions', question] : null, () =>
    thread.countConversions(question),
  );
}
