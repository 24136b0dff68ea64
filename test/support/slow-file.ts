import { vi } from 'vitest';

/** A file whose bytes come as a stream, and only when a test gives them. */
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
    /** Called when nobody reads the file any more. */
    onStopped,
    give,
    giveRest() {
      give(bytes.length - given);
      source.close();
      source.byobRequest?.respond(0); // what reads a closed stream waits for this
    },
  };
}

/** A file whose bytes are no stream, as in some browsers, and whose slices come only when a test gives them. */
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
    /** The slices that were asked for so far, each with the way to give it. */
    asked,
  };
}
