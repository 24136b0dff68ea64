import { startTransition, useEffect, useState } from 'react';

/**
 * The answer to a question of the thread, asked again when the question changes; null until it has come. What it is
 * shown in may be large: as a transition it is rendered in slices, between which the page answers.
 */
export function useAnswer<T>(ask: (() => Promise<T>) | null): T | null {
  const [answered, setAnswered] = useState<{ ask: unknown; answer: T } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    if (!ask) return;
    let isCurrent = true;
    ask().then(
      (answer) => isCurrent && startTransition(() => setAnswered({ ask, answer })),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [ask]);

  if (failure) throw failure;
  return answered?.ask === ask ? answered.answer : null;
}
