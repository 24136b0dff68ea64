import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { Providers } from '#frontend/app/app.tsx';
import { ANALYSES_KEY, fetchAnalyses, useAnalyses } from '#frontend/api/analyses.ts';
import { usePreferences } from '#frontend/api/account.ts';
import { useOwnConnection, useDisconnect } from '#frontend/api/connections.ts';
import { useSheetsOffered, useUser } from '#frontend/api/user.ts';
import { analysesExamples } from '#test/contract/analyses.ts';
import { EXAMPLE_EMAIL } from '#test/contract/example.ts';
import { connectionExamples } from '#test/contract/connections.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { answerOf, startFakeServer } from '#test/support/fake-server.ts';

installAccountRoom();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

function Page() {
  const { user, isLoading } = useUser();
  const { data, error } = useSWR<unknown[], unknown>(user ? ANALYSES_KEY : null, fetchAnalyses);
  const list = error ? 'no list' : `${data?.length ?? 'some'} analyses`;
  return <p>{isLoading ? 'asking' : `${user?.email ?? 'nobody'}, ${list}`}</p>;
}

/** The page, or nothing, over one cache. */
function drawPage(page: ReactNode = <Page />) {
  const cache = new Map();
  const draw = (isOpen: boolean) => (
    <SWRConfig value={{ provider: () => cache }}>
      <Providers>{isOpen && page}</Providers>
    </SWRConfig>
  );
  const { rerender } = render(draw(true));
  return { open: () => rerender(draw(true)), close: () => rerender(draw(false)) };
}

/** A day with the page: other tabs, lost connections, and the page left and opened again. */
async function spendADay(): Promise<void> {
  await act(async () => {
    for (let hour = 0; hour < 24; hour++) {
      for (const name of ['blur', 'focus', 'offline', 'online']) dispatchEvent(new Event(name));
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    }
  });
}

test.each([
  ['answered', answerOf(analysesExamples.list), 'somebody@example.com, 1 analyses'],
  ['refused', answerOf(analysesExamples.listUnavailable), 'somebody@example.com, no list'],
  ['lost', { isLost: true }, 'somebody@example.com, no list'],
])(
  'data that was %s is asked for once: not again by itself, on focus, or on reconnecting',
  async (_, answer, text) => {
    const server = startFakeServer({ 'GET /api/auth/user': SIGNED_IN, 'GET /api/analyses': answer });
    drawPage();
    await screen.findByText(text);
    await spendADay();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(server.calls()).toEqual(['GET /api/auth/user', 'GET /api/analyses']);
  },
);

test('data that was read does not go stale: a page that is opened again asks nothing', async () => {
  const server = startFakeServer({
    'GET /api/auth/user': SIGNED_IN,
    'GET /api/analyses': answerOf(analysesExamples.list),
  });
  const text = 'somebody@example.com, 1 analyses';
  const page = drawPage();
  await screen.findByText(text);
  page.close();
  await spendADay();
  page.open();
  expect(screen.getByText(text)).toBeInTheDocument();
  await spendADay();
  expect(server.calls()).toEqual(['GET /api/auth/user', 'GET /api/analyses']);
});

test('the list of analyses is asked for again when the tab comes back into view, since others may have changed it', async () => {
  const server = startFakeServer({
    'GET /api/auth/user': SIGNED_OUT,
    'GET /api/analyses': answerOf(analysesExamples.list),
  });
  function Count() {
    return <p>{useAnalyses(true).data?.length ?? 'no'} analyses</p>;
  }
  drawPage(<Count />);
  await screen.findByText('1 analyses');
  server.answer('GET /api/analyses', { body: [] });
  await act(async () => vi.advanceTimersByTimeAsync(60 * 1000));
  expect(server.received('GET /api/analyses')).toHaveLength(1);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('0 analyses');
});

test('default settings are asked for again once, on request', async () => {
  const answers = (defaultConversionValue: number) => ({
    body: { defaultConversionValue, defaultSignificanceThreshold: 10 },
  });
  const server = startFakeServer({
    'GET /api/auth/user': SIGNED_OUT,
    'GET /api/preferences': { status: 503, body: {} },
  });
  function Value() {
    const { preferences, error, askAgain } = usePreferences();
    const value = error ? 'no value' : (preferences?.defaultConversionValue ?? 'asking');
    return <button onClick={() => void askAgain()}>{value}</button>;
  }
  drawPage(<Value />);
  const button = await screen.findByText('no value');
  server.answer('GET /api/preferences', answers(22));
  await act(async () => button.click());
  await screen.findByText('22');
  await spendADay();
  expect(server.received('GET /api/preferences')).toHaveLength(2);
});

test('once disconnected, Google Sheets is offered as before: nothing is asked for again', async () => {
  const { connected, disconnected } = connectionExamples;
  document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets');
  const server = startFakeServer({
    'GET /api/auth/user': SIGNED_OUT,
    'GET /api/connections': answerOf(connected),
    'DELETE /api/connections/sheets': answerOf(disconnected),
  });
  const messages: string[] = [];
  function Sheets() {
    const [connection, disconnect] = [useOwnConnection('sheets'), useDisconnect()];
    const isOffered = useSheetsOffered();
    const end = async () => messages.push(await disconnect('sheets'));
    return <button onClick={() => void end()}>{`${isOffered}: ${connection?.account ?? 'nobody'}`}</button>;
  }
  drawPage(<Sheets />);
  const button = await screen.findByText(`true: ${EXAMPLE_EMAIL}`);
  await act(async () => button.click());
  await screen.findByText('true: nobody');
  expect(messages).toEqual(['Google Sheets is disconnected.']);
  expect(server.received('GET /api/connections')).toHaveLength(1);
});
