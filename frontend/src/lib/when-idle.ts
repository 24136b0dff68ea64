/** So long after the page has loaded the browser has drawn it, and most visitors have begun to read. */
const REST_MS = 2000;

/** Calls back once, in idle time after the page has loaded. Returns a function that calls it off. */
export function whenIdle(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOff = false;
  const run = () => {
    if (!isOff) callback();
  };
  const wait = () => {
    // Safari has no idle time.
    timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(run) : run()), REST_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    isOff = true;
    removeEventListener('load', wait);
    clearTimeout(timer);
  };
}
