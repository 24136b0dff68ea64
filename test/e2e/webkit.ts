import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { findWebKit } from '../support/find-browser.ts';

/** Where Debian's package of WebKit for GTK has its small browser. */
const BROWSERS = '/usr/lib/*/webkit2gtk-*/MiniBrowser';
/** The name of an element's id in answers (W3C WebDriver, 12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Playwright asks once a second by default, after the first three times. */
const intervals = [100];

interface Programs {
  display: ChildProcess;
  driver: ChildProcess;
}

/** A window of WebKit, which Playwright can drive only in a build of its own: by W3C WebDriver, in a display without a screen. */
export class WebKitWindow {
  readonly #programs: Programs;
  readonly #session: string;

  private constructor(programs: Programs, session: string) {
    this.#programs = programs;
    this.#session = session;
  }

  static async open(home: string): Promise<WebKitWindow> {
    const found = findWebKit();
    const [binary] = globSync(BROWSERS);
    if (!found || !binary) throw new Error('WebKit is not installed');
    const screen = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
    const display = spawn(found.display, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = await once(display.stdio[3] as Readable, 'data'); // the pipe of the line before
    const port = await freePort();
    const driver = spawn(found.driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, HOME: home, DISPLAY: `:${String(number).trim()}`, LANG: 'en_US.UTF-8' },
    });
    const address = `http://127.0.0.1:${port}/session`;
    const browserOptions = { binary, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/status`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { intervals },
      )
      .toBe(true);
    const { sessionId } = await command<{ sessionId: string }>(address, { capabilities });
    return new WebKitWindow({ display, driver }, `${address}/${sessionId}`);
  }

  async close(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' });
    const { display, driver } = this.#programs;
    for (const program of [driver, display]) program.kill();
  }

  goTo = (url: string): Promise<void> => command(`${this.#session}/url`, { url });
  goBack = (): Promise<void> => command(`${this.#session}/back`, {});
  reload = (): Promise<void> => command(`${this.#session}/refresh`, {});

  /** Runs a function in the page, which sees nothing but its own code. */
  run<T>(inPage: (...given: never[]) => T | Promise<T>, ...args: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${inPage})(...[...arguments].slice(0, -1))).then(done);`;
    return command(`${this.#session}/execute/async`, { script, args });
  }

  text = (): Promise<string> => this.run(() => document.body.innerText);

  async expectText(...texts: string[]): Promise<void> {
    for (const text of texts) await expect.poll(this.text, { intervals }).toContain(text);
  }

  /** Clicks where the element is once it moves no more. */
  async click(xpath: string): Promise<void> {
    const id = await this.#find(xpath);
    await this.run(untilStill, { [ELEMENT]: id });
    await command(`${this.#session}/element/${id}/click`, {});
  }

  /** Presses the keys of a text in an element; in the field of a file, a path. */
  async type(xpath: string, text: string): Promise<void> {
    await command(`${this.#session}/element/${await this.#find(xpath)}/value`, { text });
  }

  /** The id of the first such element, as soon as there is one. */
  async #find(xpath: string): Promise<string> {
    let id = '';
    await expect
      .poll(
        async () => {
          const [first] = await command<Record<string, string>[]>(`${this.#session}/elements`, {
            using: 'xpath',
            value: xpath,
          });
          id = first?.[ELEMENT] ?? '';
          return id;
        },
        { message: xpath, intervals },
      )
      .not.toBe('');
    return id;
  }
}

/**
 * Runs in the page. It counts frames: on a busy machine timers run out before the first frame of a new step, which scrolls to
 * the top and leaves a click behind.
 */
async function untilStill(element: Element): Promise<void> {
  // This driver refuses a click on a button below the edge of the window.
  element.scrollIntoView({ block: 'nearest' });
  const nextFrame = () => new Promise(requestAnimationFrame);
  for (let before = -2, top = -1; top !== before;) {
    before = top;
    for (let frames = 0; frames < 3; frames += 1) await nextFrame();
    ({ top } = element.getBoundingClientRect());
  }
}

async function command<T>(address: string, body: object): Promise<T> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T }; // every answer has one
  if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
