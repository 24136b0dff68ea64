/** The times that the page itself notes down while it is used, in milliseconds of its own clock. */
export interface PageWatch {
  /** When each named moment came first. */
  moments: Record<string, number>;
  /** Longest time between two ticks of the main thread since a file came. */
  longestGapMs: number;
  /** From each click to the end of the frame painted next. */
  clickToPaintMs: number[];
}

declare global {
  interface Window {
    pageWatch: PageWatch;
  }
}

/**
 * Runs in the page before its own scripts. Ticks are timers of 4 ms, which leave the page all of its time; headings are
 * looked at once a frame, and a heading counts as painted at the end of the frame after.
 *
 * @param headings moments to note, by the text of the main heading that shows
 */
export function watchPage(headings: Record<string, string>): void {
  const watch: PageWatch = { moments: {}, longestGapMs: 0, clickToPaintMs: [] };
  window.pageWatch = watch;
  let lastTick: number | null = null;

  function note(moment: string): void {
    watch.moments[moment] ??= performance.now();
  }

  function afterPaint(then: () => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  }

  function tick(): void {
    const now = performance.now();
    if (lastTick !== null) watch.longestGapMs = Math.max(watch.longestGapMs, now - lastTick);
    lastTick = now;
    setTimeout(tick);
  }

  function look(): void {
    const moment = headings[document.querySelector('h1')?.textContent ?? ''];
    if (moment !== undefined && watch.moments[moment] === undefined) afterPaint(() => note(moment));
    requestAnimationFrame(look);
  }

  addEventListener(
    'change',
    () => {
      note('file came');
      tick();
    },
    { capture: true, once: true },
  );
  addEventListener(
    'click',
    ({ target }) => {
      const clicked = performance.now();
      const name = target instanceof Element ? target.closest('button')?.textContent : null;
      if (name) note(`${name} clicked`);
      afterPaint(() => watch.clickToPaintMs.push(performance.now() - clicked));
    },
    true,
  );
  requestAnimationFrame(look);
}
