import { Component, type ReactNode } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ThreadAnswers, useAnswer, type Asker } from '#frontend/features/wizard/thread-answers.tsx';
import type { Asked } from '#frontend/threads/leads/client.ts';

type Question = Asked<'countConversions'>;

/** A thread whose answers come when the test says so, in the order of the questions. */
function holdThread() {
  const held: PromiseWithResolvers<Uint32Array>[] = [];
  const ask = vi.fn((_name: string, _asked: Question) => {
    const answer = Promise.withResolvers<Uint32Array>();
    held.push(answer);
    return answer.promise;
  });
  return {
    ask,
    answer: (index: number, conversions: number) =>
      act(async () => held[index]?.resolve(Uint32Array.of(conversions))),
    fail: (index: number) => act(async () => held[index]?.reject(new Error('The thread has failed'))),
  };
}

type Held = ReturnType<typeof holdThread>;

// The other parts of a file are not read here.
const askerOf = (thread: Held, number: number) =>
  ({ state: { file: { number } }, thread }) as unknown as Asker;

function Conversions({ asker, label, question }: { asker: Asker; label: string; question: Question | null }) {
  const counts = useAnswer(asker, 'countConversions', question);
  return <p>{`${label}: ${counts ? counts[0] : 'none yet'}`}</p>;
}

const qualified = new Set(['Won']);
const of = (column: number): Question => ({ column, statusColumn: 0, qualified });

/** Shows answers about a file under their labels. */
function page(thread: Held, file: number, questions: Record<string, Question | null>): ReactNode {
  const asker = askerOf(thread, file);
  return (
    <ThreadAnswers workflow={asker}>
      {Object.entries(questions).map(([label, question]) => (
        <Conversions key={label} {...{ asker, label, question }} />
      ))}
    </ThreadAnswers>
  );
}

const shown = () => screen.getAllByText(/: /).map(({ textContent }) => textContent);

test('a question of several parts of the page is asked once, and its answer stays for a part that comes later', async () => {
  const thread = holdThread();
  const { rerender } = render(page(thread, 1, { a: of(1), b: { ...of(1) }, c: of(2), d: null }));
  expect(thread.ask.mock.calls.map(([, { column }]) => column)).toEqual([1, 2]);
  expect(shown()).toEqual(['a: none yet', 'b: none yet', 'c: none yet', 'd: none yet']);
  await thread.answer(0, 7);
  expect(shown()).toEqual(['a: 7', 'b: 7', 'c: none yet', 'd: none yet']);
  rerender(page(thread, 1, { late: of(1) }));
  expect(shown()).toEqual(['late: 7']);
  expect(thread.ask).toHaveBeenCalledTimes(2);
});

test('another question shows no answer of the one before; of sets only the same object is the same', async () => {
  const thread = holdThread();
  const { rerender } = render(page(thread, 1, { a: of(1) }));
  await thread.answer(0, 7);
  rerender(page(thread, 1, { a: { ...of(1), qualified: new Set(['Lost']) } }));
  expect(shown()).toEqual(['a: none yet']);
  await thread.answer(1, 3);
  expect(shown()).toEqual(['a: 3']);
  rerender(page(thread, 1, { a: of(1) }));
  expect(shown()).toEqual(['a: 7']);
  expect(thread.ask).toHaveBeenCalledTimes(2);
});

test('answers about a closed file are forgotten, also one that comes late', async () => {
  const thread = holdThread();
  const { rerender } = render(page(thread, 1, { a: of(1), b: of(2) }));
  await thread.answer(0, 7);
  rerender(page(thread, 2, { a: of(1), b: of(2) }));
  expect(shown()).toEqual(['a: none yet', 'b: none yet']);
  await thread.answer(1, 8);
  expect(shown()).toEqual(['a: none yet', 'b: none yet']);
  await thread.answer(3, 9);
  expect(shown()).toEqual(['a: none yet', 'b: 9']);
  rerender(page(thread, 1, { a: of(1) }));
  expect(shown()).toEqual(['a: none yet']);
  expect(thread.ask).toHaveBeenCalledTimes(5);
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <button onClick={() => this.setState({ error: null })}>{error.message}</button>;
  }
}

test('a failure reaches the page, and the question is asked again when its part is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error
  const thread = holdThread();
  const asker = askerOf(thread, 1);
  render(
    <ThreadAnswers workflow={asker}>
      <Boundary>
        <Conversions {...{ asker, label: 'a', question: of(1) }} />
      </Boundary>
    </ThreadAnswers>,
  );
  await thread.fail(0);
  await userEvent.click(screen.getByRole('button', { name: 'The thread has failed' }));
  expect(shown()).toEqual(['a: none yet']);
  await thread.fail(1);
  await userEvent.click(screen.getByRole('button', { name: 'The thread has failed' }));
  await thread.answer(2, 4);
  expect(shown()).toEqual(['a: 4']);
});
