import { useCallback, useEffect, useRef, useState } from 'react';

const PASS_ON_AFTER_MS = 300;

export interface NameText {
  text: string;
  isTyping: boolean;
  /** Shows what is typed and passes it on after a short rest. */
  type(text: string): void;
  /** Passes a name on at once. */
  take(name: string): void;
  /** Passes on what was typed last, when the field is left. */
  leave(): void;
}

/** The text of a name field: as typed while it is typed, the name that holds otherwise. */
export function useNameText(name: string, onName: (name: string) => void): NameText {
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef(onName);
  useEffect(() => {
    latest.current = onName;
  });

  const flush = useCallback(() => {
    if (waiting.current === null) return;
    const { text, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current(text);
  }, []);
  // A row that is scrolled away, or a step that is left, loses nothing.
  useEffect(() => flush, [flush]);

  const wait = (text: string) => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { text, timer: setTimeout(flush, PASS_ON_AFTER_MS) };
  };

  return {
    text: typed ?? name,
    isTyping: typed !== null,
    type(text) {
      setTyped(text);
      wait(text);
    },
    take(next) {
      wait(next);
      flush();
      setTyped(null);
    },
    leave() {
      flush();
      setTyped(null);
    },
  };
}
