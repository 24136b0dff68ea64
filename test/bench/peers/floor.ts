import { serveCounter } from './serve-counter.ts';

/** The time below which no reader of text gets: the file as one string, nothing counted. */
serveCounter(async (file) => {
  await file.text();
  return null;
});
