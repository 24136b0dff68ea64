import type { Asked, QuestionName, Sent } from './protocol.ts';

/** Arrays are nested at most this deep: in the figures of the measurement by value within a measurement. */
const MAX_DEPTH = 3;

/** The buffers and ports in a question or an answer. They are transferred, so the sender can no longer use them. */
export function transferablesOf(message: Asked<QuestionName> | Sent<QuestionName>): Transferable[] {
  return [...new Set(transferredIn(message, MAX_DEPTH))];
}

function transferredIn(value: unknown, depth: number): Transferable[] {
  if (value instanceof ArrayBuffer || value instanceof MessagePort) return [value];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer]; // no message has shared memory
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  // A list that begins with something else has no arrays: it may be one of 100,000 names.
  if (Array.isArray(value) && !ArrayBuffer.isView(value[0])) return [];
  return Object.values(value).flatMap((part) => transferredIn(part, depth - 1));
}
