import { useLayoutEffect } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { finishedCheck } from '#test/support/finished-check.ts';
import { UNSAVED } from '#test/support/shown-results.tsx';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { closeView, CONTEXT, openTab, openView } from './results-room.tsx';

installBrowserApis();

const TALLY = tallyOfCells(workedFields, workedCells);
const INPUT = {
  measurement: measure(TALLY),
  combinations: fitTally(TALLY),
  context: CONTEXT,
  settings: { conversionValue: 100, thresholdPercent: 10 },
  checkUnseen: async () => finishedCheck(),
};

function open(address: string, props: Partial<Parameters<typeof AnalysisResults>[0]> = {}) {
  window.history.pushState(null, '', address);
  const user = userEvent.setup();
  const room = render(
    <BrowserRouter>
      <AnalysisResults {...INPUT} page="leads.csv" {...props} />
    </BrowserRouter>,
  );
  return { user, ...room };
}

const address = () => window.location.pathname + window.location.search + window.location.hash;
const heading = (name: string) => screen.getByRole('heading', { level: 1, name });
const CHECKED = 'How this was checked';
const RESULTS = 'Analysis Complete!';
const RULES = 'Practical Value Rules';

async function go(way: 'back' | 'forward', to: string): Promise<void> {
  act(() => window.history[way]());
  await waitFor(() => expect(heading(to)).toBeInTheDocument());
}

beforeEach(() => void (document.title = 'Lead Value Analyzer'));
afterEach(() => window.history.replaceState(null, '', '/'));

test('a button that leads to the results has them painted before their tab is drawn, and Back has both at once', async () => {
  const firstSeen: string[][] = [];
  const isThere = (text: string) => screen.queryAllByText(text).length > 0;
  function Painted() {
    useLayoutEffect(() => void firstSeen.push([RESULTS, RULES, 'Footer'].filter(isThere)), []);
    return <footer>Footer</footer>;
  }
  window.history.pushState(null, '', '/');
  const user = userEvent.setup();
  const results = (
    <>
      <AnalysisResults {...INPUT} page="leads.csv" />
      <Painted />
    </>
  );
  render(
    <BrowserRouter>
      <Link to="/results">Analyze</Link>
      <Link to="/">Home</Link>
      <Routes>
        <Route path="/results" element={results} />
        <Route path="/" element={<h1>Start</h1>} />
      </Routes>
    </BrowserRouter>,
  );
  await user.click(screen.getByText('Analyze'));
  expect(await screen.findByRole('heading', { name: RULES })).toBeInTheDocument();
  await user.click(screen.getByText('Home'));
  expect(heading('Start')).toBeInTheDocument();
  await go('back', RESULTS);
  expect(firstSeen).toEqual([
    [RESULTS, 'Footer'],
    [RESULTS, RULES, 'Footer'],
  ]);
});

test('a view takes the place of head and tabs, with the answer on top, and its heading takes the focus', async () => {
  const { user } = open('/?team=7');
  await openView(user, CHECKED);
  expect(heading(CHECKED)).toHaveFocus();
  expect(screen.queryByRole('tablist')).toBeNull();
  expect(screen.queryByText(RESULTS)).toBeNull();
  expect(screen.getByText(/^average/)).toHaveTextContent('average $20.00');
  expect(address()).toBe('/?team=7#check');
  expect(document.title).toBe(`leads.csv · ${CHECKED} · Lead Value Analyzer`);
  await closeView(user);
  await waitFor(() => expect(heading(RESULTS)).toHaveFocus());
  expect(address()).toBe('/?team=7');
  expect(document.title).toBe('leads.csv · Value Rules · Lead Value Analyzer');
});

test('a view adds an entry to the history, a tab replaces it, and Back and Forward lead between them', async () => {
  const { user } = open('/');
  const entries = window.history.length;
  await openTab(user, 'Correlations');
  await waitFor(() => expect(address()).toBe('/#correlations'));
  expect(window.history.length).toBe(entries);
  await openView(user, CHECKED);
  expect(window.history.length).toBe(entries + 1);
  await go('back', RESULTS);
  expect(screen.getByRole('tab', { name: 'Correlations' })).toHaveAttribute('aria-selected', 'true');
  await go('forward', CHECKED);
  await closeView(user);
  await waitFor(() => expect(address()).toBe('/#correlations'));
  expect(window.history.length).toBe(entries + 1);
});

test('the results come back where they were left', async () => {
  const { user } = open('/');
  vi.stubGlobal('scrollY', 640);
  await openView(user, CHECKED);
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  await closeView(user);
  await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 640));
});

test('a link names a view or a tab, and the way back needs no entry before it', async () => {
  const { user, unmount } = open('/saved/7#check');
  const entries = window.history.length;
  expect(heading(CHECKED)).toBeInTheDocument();
  await closeView(user);
  await waitFor(() => expect(heading(RESULTS)).toBeInTheDocument());
  expect([address(), window.history.length]).toEqual(['/saved/7', entries]);
  unmount();
  open('/saved/7#segment-details');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Segment Details');
});

test.each([
  ['a fragment that names nothing', '#main'],
  ['a view that these results do not have', '#apply'],
])('%s shows the first tab', (_, fragment) => {
  open(`/${fragment}`);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Value Rules');
});

test('without a name of the page the address and the title stay, since the fragment is a token', async () => {
  const { user } = open('/shared#token', { page: undefined });
  await openTab(user, 'Correlations');
  await openView(user, CHECKED);
  expect([address(), document.title]).toEqual(['/shared#token', 'Lead Value Analyzer']);
  await closeView(user);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Correlations');
});

test('open work comes back to its view after another page, once, and other work does not', async () => {
  const first = open('/', { work: UNSAVED });
  await openView(first.user, CHECKED);
  // Signing in leads to another page, and back to the first one without a fragment.
  act(() => window.history.pushState(null, '', '/login'));
  first.unmount();
  const other = open('/', { work: { ...UNSAVED, openedAt: 2 } });
  expect(heading(RESULTS)).toBeInTheDocument();
  other.unmount();
  const again = open('/', { work: UNSAVED });
  expect(heading(RESULTS)).toBeInTheDocument();
  await openView(again.user, CHECKED);
  act(() => window.history.pushState(null, '', '/login'));
  again.unmount();
  const back = open('/', { work: UNSAVED });
  await waitFor(() => expect(heading(CHECKED)).toBeInTheDocument());
  expect(address()).toBe('/#check');
  // A step of the same page ends the view.
  back.unmount();
  open('/', { work: UNSAVED });
  expect(heading(RESULTS)).toBeInTheDocument();
});
