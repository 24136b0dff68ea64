import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import type { AnalysisVersion, InboxSource, SheetSource } from '#contract/sources.ts';
import type { Member } from '#contract/team-answers.ts';
import { Providers } from '#frontend/app/app.tsx';
import { installAccountRoom, SIGNED_IN } from '#test/support/account-room.tsx';
import { startFakeServer, type Answer } from '#test/support/fake-server.ts';
import { SPREADSHEET_ID } from '#test/support/google-sheets.ts';
import { listedTeam, teamOf, TEAM_WORK } from '#test/support/team-tab.ts';
import { connectionExamples } from '#test/contract/connections.ts';

/** The id of an analysis, with what an address must not have as it is. */
export const ID = 'a/b';
const ANALYSIS = `${TEAM_WORK}/analyses/a%2Fb`;
export const TIME = '2026-11-20T10:00:00.000Z';

export const inbox = (more: Partial<InboxSource> = {}): InboxSource => ({
  kind: 'inbox',
  id: 'box-1',
  state: 'active',
  createdAt: TIME,
  lastRunAt: null,
  lastError: null,
  ...more,
});

export const sheet = (more: Partial<SheetSource> = {}): SheetSource => ({
  ...inbox(),
  kind: 'sheet',
  nextDueAt: null,
  isRunning: false,
  sheet: { spreadsheetId: SPREADSHEET_ID, tabId: 100, title: 'Leads', tabTitle: 'May' },
  schedule: { every: 'day', hour: 7, timeZone: 'Europe/Berlin' },
  ...more,
});

export const version = (number: number, enteredAt: string | null = null): AnalysisVersion => ({
  number,
  madeAt: TIME,
  leads: 10,
  converted: 5,
  newValues: [],
  enteredAt,
  metrics: [],
});

export const NO_ALERTS: Alerts = {
  missing: 'no-date',
  isByValue: false,
  inUse: null,
  rules: [],
  alerts: [],
  next: null,
};
export const RULES = {
  domain: null,
  sessionDomain: null,
  datasetDays: null,
  datasets: 3,
  ending: 0,
  nextEndsAt: null,
};
export const MAIL = { email: 'name@example.com', isProved: false, hasAlerts: false };
export const member = (id: string): Member => ({
  id,
  name: id,
  email: 'name@example.com',
  role: 'viewer',
  joinedAt: TIME,
  isYou: false,
  endsWith: [],
});

/** The answers of the server by the short names of the calls in these tests. */
const ANSWERS = {
  user: ['/api/auth/user', SIGNED_IN],
  preferences: [
    '/api/preferences',
    { body: { defaultConversionValue: 20, defaultSignificanceThreshold: 10 } },
  ],
  link: ['/api/auth/google/link', { body: { email: 'name@example.com' } }],
  mail: ['/api/mail', { body: MAIL }],
  teams: ['/api/teams', { body: { teams: [listedTeam()] } }],
  team: [TEAM_WORK, { body: teamOf() }],
  members: [`${TEAM_WORK}/members`, { body: { members: [member('m-1')] } }],
  invitations: [`${TEAM_WORK}/invitations`, { body: { invitations: [] } }],
  rules: [`${TEAM_WORK}/rules`, { body: RULES }],
  audit: [`${TEAM_WORK}/audit`, { body: { entries: [], next: null, people: [] } }],
  ownConnections: ['/api/connections', { body: connectionExamples.connected.answer }],
  connections: [`${TEAM_WORK}/connections`, { body: connectionExamples.connected.answer }],
  sends: [`${TEAM_WORK}/sends`, { body: { sends: [], next: null } }],
  analyses: [`${TEAM_WORK}/analyses`, { body: [] }],
  alerts: [`${ANALYSIS}/alerts`, { body: NO_ALERTS }],
  source: [`${ANALYSIS}/source`, { body: { source: inbox() } }],
  versions: [`${ANALYSIS}/versions`, { body: { versions: [version(2), version(1)] } }],
} satisfies Record<string, [path: string, Answer]>;

/** Prepares the tests of a file. Time stands still in them but for what a test lets pass. */
export function installApiRoom(): void {
  installAccountRoom();
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

const FRAME = 20;

/** Lets so much time pass, and all calls be answered that were made by then. */
export async function pass(ms = 0): Promise<void> {
  // SWR asks again for what is shown already with the next frame.
  for (const part of [ms, FRAME, 0, 0, 0]) await act(() => vi.advanceTimersByTimeAsync(part));
}

/** The page with what it reads, and a server. `asked` gives the calls since it was last called, by their short names. */
export async function openPage<T>(read: () => T, answers: Record<string, Answer> = {}) {
  const server = startFakeServer({
    ...Object.fromEntries(Object.values(ANSWERS).map(([path, answer]) => [`GET ${path}`, answer])),
    ...answers,
  });
  const cache = new Map();
  const shown: T[] = [];
  function Part() {
    const value = read();
    useEffect(() => void shown.push(value));
    return null;
  }
  const draw = (isOpen: boolean) => (
    <SWRConfig value={{ provider: () => cache }}>
      <Providers>{isOpen && <Part />}</Providers>
    </SWRConfig>
  );
  const { rerender } = render(draw(true));
  await pass();
  let known = 0;
  const shortName = (call: string): string =>
    Object.entries(ANSWERS).find(([, [path]]) => call === `GET ${path}`)?.[0] ?? call;
  return {
    server,
    /** The state that the page shows. */
    now: (): T => shown.at(-1)!, // it was drawn
    asked(): string[] {
      const calls = server.calls().slice(known);
      known += calls.length;
      return calls.map(shortName);
    },
    async close() {
      rerender(draw(false));
      await pass();
    },
    async open() {
      rerender(draw(true));
      await pass();
    },
    /** The tab comes back into view. */
    async comeBack() {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await pass();
    },
  };
}
