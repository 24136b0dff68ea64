/** A question with its key; null where it is not asked. */
export interface KeyedQuestion<T> {
  key: string | null;
  ask(): Promise<T>;
}

/** The answers about one open file, by the keys of their questions. */
export interface Answers {
  /** Undefined until the answer is there. */
  find(key: string | null): unknown;
  /** Asks unless the answer is there or on its way. A failure is not kept: the next one asks anew. */
  ask(question: KeyedQuestion<unknown>): Promise<unknown>;
  forget(key: string | null): void;
  subscribe(onChange: () => void): () => void;
}

export function createAnswers(): Answers {
  const kept = new Map<string | null, { asked: Promise<unknown>; answer?: unknown }>();
  const listeners = new Set<() => void>();
  return {
    find: (key) => kept.get(key)?.answer,
    async ask({ key, ask }) {
      if (key === null) return;
      const known = kept.get(key);
      if (known) return known.asked;
      const entry = { asked: ask(), answer: undefined as unknown };
      kept.set(key, entry);
      entry.asked.then(
        (answer) => {
          entry.answer = answer;
          for (const listen of listeners) listen();
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.asked;
    },
    forget: (key) => void kept.delete(key),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  const number = numbers.get(value) ?? ++lastNumber;
  numbers.set(value, number);
  return number;
}

/**
 * The key of a question: the same for the same content. Sets, maps and the like are the same if they are one object; a changed choice is
 * always a new one.
 */
export function keyOf(question: string, asked: unknown): string {
  return (
    question + JSON.stringify(asked, (_, value: unknown) => (isKeptByJson(value) ? value : naming(value)))
  );
}

const isKeptByJson = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      Object.getPrototypeOf(value) === Object.prototype;

const naming = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `object ${numberOf(value)}` : String(value);
