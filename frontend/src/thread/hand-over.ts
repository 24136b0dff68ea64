import type { QuestionName, Questions } from './protocol.ts';

/** A measurement has figures in arrays, a tally a list of arrays. */
const MAX_ANSWER_DEPTH = 2;

/** The arrays in an answer are handed over: whoever answers keeps none of them. */
export function buffersOf(answer: Questions[QuestionName]['answer']): Transferable[] {
  // No answer has arrays of shared memory.
  return [...new Set(viewsIn(answer, MAX_ANSWER_DEPTH).map(({ buffer }) => buffer as ArrayBuffer))];
}

function viewsIn(value: unknown, depth: number): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  // A list that begins with something else has none: it may be one of 100,000 names.
  if (Array.isArray(value) && !ArrayBuffer.isView(value[0])) return [];
  return Object.values(value).flatMap((part) => viewsIn(part, depth - 1));
}
