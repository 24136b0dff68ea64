import { vi } from 'vitest';

/** A file that streams its bytes only when a test gives them. */
export function slowFile(text: string, name = 'slow.csv') {
  const file = new File([text], name, { type: 'text/csv' });
  const bytes = new TextEncoder().encode(text);
  let source: ReadableByteStreamController;
  let given = 0;
  const onStopped = vi.fn();
  const give = (count: number) => source.enqueue(bytes.slice(given, (given += count)));
  file.stream = () =>
    new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        source = controller;
      },
      cancel: onStopped,
    });
  return {
    file,
    /** Called when reading has stopped. */
    onStopped,
    give,
    giveRest() {
      give(bytes.length - given);
      source.close();
      source.byobRequest?.respond(0); // a reader of a closed stream waits for this
    },
  };
}

/** A file without a stream, as in some browsers. Its slices come only when a test gives them. */
export function slicedFile(text: string, name = 'slow.csv') {
  const file = new File([text], name, { type: 'text/csv' });
  const asked: (() => void)[] = [];
  file.stream = () => new ReadableStream();
  file.slice = (from, to) => {
    const slice = new Blob();
    const { buffer } = new TextEncoder().encode(text).slice(from, to);
    slice.arrayBuffer = () => new Promise((resolve) => asked.push(() => resolve(buffer)));
    return slice;
  };
  return {
    file,
    /** The slices that were requested so far, each with a function that gives it. */
    asked,
  };
}
