import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Playwright drives Debian's Firefox by WebDriver BiDi, of which that Firefox, a release with long support, knows a little less than
 * Playwright relies on. The differences are made up for here, so that stories are the same for both browsers. Playwright has no public way
 * to the protocol: with a version of either that fails here, look first whether this is still needed.
 */

interface DownloadEvent {
  method: string;
  params: { url: string; download?: string; suggestedFilename?: string; filepath?: string };
}

interface Session {
  send(command: string, parameters: object): Promise<object>;
  dispatchMessage(message: DownloadEvent): void;
}

interface InProcess {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } };
}

/** The settings of a user of the machine: `page.emulateMedia` fails in this browser. */
export const FIREFOX_PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 1,
};

export function adaptFirefox(browser: Browser): Browser {
  // Of Playwright's own parts, without a type.
  const session = (browser as unknown as InProcess)._connection.toImpl(browser)._browserSession;
  const sessions: Session = Object.getPrototypeOf(session);
  letContextsOpen(sessions);
  nameDownloads(sessions);
  return browser;
}

/** Every context begins with a theme, which this Firefox does not know how to set: it would be refused. */
function letContextsOpen(sessions: Session): void {
  const { send } = sessions;
  sessions.send = async function (command, parameters) {
    if (command === 'emulation.setMediaFeaturesOverride' && 'userContexts' in parameters) return {};
    return send.call(this, command, parameters);
  };
}

/** Playwright takes notice of a download that has an id, and expects its file under the name that was suggested. */
function nameDownloads(sessions: Session): void {
  const { dispatchMessage } = sessions;
  const names = new Map<string, string>();
  sessions.dispatchMessage = function (message) {
    const { method, params } = message;
    if (method === 'browsingContext.downloadWillBegin') names.set(params.url, params.suggestedFilename ?? '');
    if (method === 'browsingContext.downloadEnd' && params.filepath)
      renameSync(params.filepath, join(dirname(params.filepath), names.get(params.url) ?? ''));
    if (method?.startsWith('browsingContext.download')) params.download = params.url;
    dispatchMessage.call(this, message);
  };
}

/** `fill` sets the value by script, which React does not take for typing. Here it types, as in other browsers. */
export async function typeWhereFilled(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const insert = (text: string) => document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
  });
}
