import { serveCounter } from './serve-counter.ts';

/** What nobody who works on text gets below: the file as one string, nothing counted. */
serveCounter(async (file) => {
  await file.text();
  return null;
});
