import { useEffect } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { Link, useParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { beforeEach, describe, expect, test } from 'vitest';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { SavedAnalysisPage } from '#frontend/pages/saved-analysis.tsx';
import type { Metric } from '#contract/metrics.ts';
import { analysesExamples } from '#test/contract/analyses.ts';
import { skipWaits } from '#test/support/clock.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { openView, showMethods } from '#test/component/results/results-room.tsx';
import { HEADERS, ROWS, savedAnswer, savedCalls, summary } from '#test/support/saved-analysis.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';

const { user, address, expectMessage, ...room } = installAccountRoom();
beforeEach(() => stubBrowserThread());

function open(answer: Answer, answers: Record<string, Answer> = {}) {
  return room.open({
    at: '/saved/worked',
    pages: { '/saved/:id': <SavedAnalysisPage id="worked" /> },
    answers: { ...savedCalls('worked', answer), ...answers },
  });
}

const loaded = () => screen.findByRole('heading', { level: 1, name: 'worked.csv' });
const conversionValue = () => screen.getByLabelText('Conversion Value ($)');

describe('a saved analysis with its dataset', () => {
  test('shows file, date and the full results, without the buttons of the wizard', async () => {
    open({ body: savedAnswer() });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    await loaded();
    expect(screen.getByText('October 15, 2025 3:04 PM').parentElement?.textContent).toBe(
      'Saved on October 15, 2025 3:04 PM',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Analysis Complete!' })).toBeInTheDocument();
    expect(screen.getByText('1,000')).toBeInTheDocument();
    expect(screen.getAllByRole('tab')).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Export All' })).toBeInTheDocument();
    for (const name of ['Back', 'Save Analysis', 'Start Over'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('says what was analysed, with the bounds of ranges', async () => {
    const bins = [
      { min: 0, max: 1, label: 'Few' },
      { min: 1.01, max: null, label: '' },
    ];
    const rows = ROWS.map((row, at) => [...row, String(at % 3)]);
    const configurationData = {
      statusColumn: 'Status',
      attributeColumns: ['Source', 'Visits'],
      qualifiedValues: ['Yes'],
      notQualifiedValues: ['No'],
      valueMappings: {},
      binningConfig: { Visits: { type: 'numeric', bins } },
    };
    open({ body: savedAnswer({ headers: [...HEADERS, 'Visits'], rows }, { configurationData }) });
    await loaded();
    const choices = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(choices.slice(0, 3)).toEqual([
      ['Status column', 'Status'],
      ['Converted', 'Yes'],
      ['Attributes', 'Source; Visits (Few: 0 to 1, 1.01 and above)'],
    ]);
  });

  test('is computed from its rows: wrong stored figures show nowhere', async () => {
    const wrong = { totalLeads: 77, totalQualified: 1, metrics: [], correlationTests: [] };
    open({ body: savedAnswer({ ...wrong, stages: STORED_STAGES }) });
    await loaded();
    expect(screen.getByText('1,000')).toBeInTheDocument();
    expect(screen.queryByText('77')).toBeNull();
    // The rows tell no stages.
    expect(screen.queryByRole('button', { name: 'Stages' })).toBeNull();
    // Referral with its adjusted lift of 5/3, cut by 15% for its interaction: 1.42.
    expect(screen.getByText('1.42x')).toBeInTheDocument();
  });

  describe('whose rows have columns that are no attributes', () => {
    // Each value is in half of the leads of each kind, as nearly as can be: none of these columns tells anything.
    const others = Array.from({ length: 20 }, (_, at) => `Other ${at}`);
    const seen = new Map<string, number>();
    const rows = ROWS.map((row) => {
      const place = seen.get(row.join()) ?? 0;
      seen.set(row.join(), place + 1);
      return [...row, ...others.map(() => String(place % 2))];
    });
    const answer = () => savedAnswer({ headers: [...HEADERS, ...others], rows });
    const stored = () => (answer()['analysisData'] as { metrics: Metric[] }).metrics; // packAnalysis made it

    test('has the labels beside all of these, and says how many differ from the saved ones', async () => {
      const unclear = stored().map((metric) => ({ ...metric, label: 'Unclear' }));
      open({ body: savedAnswer({ headers: [...HEADERS, ...others], rows, metrics: unclear }) });
      await loaded();
      const differ = screen.getByText(/labels? differs? from the saved/);
      expect(differ).toHaveTextContent(
        'They are computed anew from the saved rows, and the share by chance also counts the other columns.',
      );
      expect(Number(/\d+/.exec(differ.textContent ?? '')?.[0])).toBeGreaterThan(1);
    });

    test.each([
      ['the labels are the saved ones', (metrics: Metric[]) => metrics.filter(({ q = 1 }) => q < 1e-6)],
      ['none were saved', (metrics: Metric[]) => metrics.map((metric) => ({ ...metric, label: undefined }))],
    ])('says nothing where %s', async (_, change) => {
      open({ body: savedAnswer({ headers: [...HEADERS, ...others], rows, metrics: change(stored()) }) });
      await loaded();
      expect(screen.queryByText(/differs? from the saved/)).toBeNull();
    });
  });

  test('counts its rules over time where its rows have dates', async () => {
    const rows = ROWS.map((row, at) => [...row, `2025-${String(1 + (at % 6)).padStart(2, '0')}-10`]);
    const configurationData = {
      statusColumn: 'Status',
      attributeColumns: ['Source'],
      qualifiedValues: ['Yes'],
      notQualifiedValues: ['No'],
      valueMappings: {},
      binningConfig: {},
      dateFilter: { column: 'Created', format: 'iso', from: null, to: null, youngerThanDays: null },
    };
    open({ body: savedAnswer({ headers: [...HEADERS, 'Created'], rows }, { configurationData }) });
    await loaded();
    await openView(user, 'Over Time');
    const table = await screen.findByRole('table', { name: / by Month$/ }, { timeout: 10_000 });
    expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent?.slice(0, 7))).toEqual(
      [1, 2, 3, 4, 5, 6].map((month) => `2025-0${month}`),
    );
  });

  test('says which of its leads are not decided yet', async () => {
    // 200 of 1,000 converted, and every second one of the other 800 is new.
    const rows = ROWS.map(([status, ...row], at) => [
      status === 'Yes' ? 'Yes' : ['New', 'No'][at % 2]!,
      ...row,
    ]);
    const open400 = rows.filter(([status]) => status === 'New').length;
    open({ body: savedAnswer({ rows }) });
    await loaded();
    const rate = ((100 * 200) / (1000 - open400)).toFixed(1);
    expect(
      screen.getByText(`Not decided yet: New (${open400} leads). Without them ${rate}% convert.`),
    ).toBeInTheDocument();
  });

  test('says nothing of it where all leads are decided', async () => {
    open({ body: savedAnswer() });
    await loaded();
    expect(screen.queryByText(/Not decided yet/)).toBeNull();
  });

  test('begins with its own settings, and its controls work', async () => {
    open({ body: savedAnswer() });
    await loaded();
    expect(conversionValue()).toHaveProperty('value', '250');
    await user.click(screen.getByRole('button', { name: 'Increase Conversion Value' }));
    expect(conversionValue()).toHaveProperty('value', '260');
  });

  test('has the check of the rules on its own rows, with the methods beside each other', async () => {
    // 4,000 leads, of which 800 converted.
    const rows = Array.from({ length: 4 }, () => ROWS).flat();
    open({ body: savedAnswer({ rows }) });
    await loaded();
    await openView(user, 'How this was checked');
    expect(
      await screen.findByRole(
        'heading',
        { name: /^On unseen leads, values per lead were/ },
        { timeout: 20_000 },
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Compare methods' })).toBeInTheDocument();
    await showMethods(user);
    expect(screen.getByText(/^Seed 2026, 20 repeats, 1,200 unseen leads each/)).toBeInTheDocument();
    // Another threshold has other rules.
    await user.click(screen.getByRole('button', { name: 'Back to results' }));
    await user.click(screen.getByRole('button', { name: 'Increase Significance Threshold' }));
    await openView(user, 'How this was checked');
    await screen.findByRole(
      'heading',
      { name: /^On unseen leads, values per lead were/ },
      { timeout: 20_000 },
    );
  });

  test('has plans for the ad platforms and files of its own rows', async () => {
    open({ body: savedAnswer() });
    await loaded();
    await openView(user, 'Apply');
    const late = { timeout: 10_000 };
    await user.click(await screen.findByRole('button', { name: 'Rules in the platform' }, late));
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    await user.click(screen.getByRole('option', { name: 'Audience' }));
    await user.click(screen.getByRole('button', { name: 'Every form lead' }));
    expect((await screen.findAllByRole('row', { name: /Audience ?Referral/ }, late)).length).toBeGreaterThan(
      0,
    );
    await user.click(screen.getByRole('button', { name: 'All ways' }));
    await user.click(screen.getByRole('button', { name: 'A value per lead' }));
    await user.click(screen.getByRole('button', { name: 'Download leads with values' }));
    expect(await screen.findByText('1,000 leads written in UTF-8.', undefined, late)).toBeInTheDocument();
  });

  test('does not ask again what the conversion action counts', async () => {
    const answer = savedAnswer();
    const configurationData = { ...(answer.configurationData as object), conversionAction: 'every-lead' };
    open({ body: { ...answer, configurationData } });
    await loaded();
    await openView(user, 'Apply');
    const late = { timeout: 10_000 };
    await user.click(await screen.findByRole('button', { name: 'A value per lead' }, late));
    expect(screen.getByRole('button', { name: 'Every form lead' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('button', { name: 'Download leads with values' })).toBeInTheDocument();
  });

  test('begins with the kinds and answers that were saved', async () => {
    const answer = savedAnswer();
    const configurationData = {
      ...(answer.configurationData as object),
      conversionAction: 'every-lead',
      conditionKinds: { Source: 'audience' },
      includesTests: true,
    };
    open({ body: { ...answer, configurationData } });
    await loaded();
    await openView(user, 'Apply');
    const late = { timeout: 10_000 };
    await user.click(await screen.findByRole('button', { name: 'Rules in the platform' }, late));
    expect(screen.getByRole('combobox', { name: 'Source' })).toHaveTextContent('Audience');
    expect(await screen.findByRole('checkbox', { name: /labelled Test/ }, late)).toBeChecked();
    expect((await screen.findAllByRole('row', { name: /Audience ?Referral/ }, late)).length).toBeGreaterThan(
      0,
    );
  });

  test('leads back to the list and to working on it again', async () => {
    open({ body: savedAnswer() });
    await loaded();
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/?loadAnalysis=worked');
    await user.click(screen.getByRole('link', { name: 'Back to Saved Analyses' }));
    expect(address()).toBe('/saved');
  });
});

test('one that has been deleted is not shown again', async () => {
  const Detail = () => <SavedAnalysisPage id={useParams()['id'] ?? ''} />;
  const savedList = (
    <>
      <SavedList />
      <Link to="/saved/1">Back to one.csv</Link>
    </>
  );
  const nameOf = (fileName: string) => ({ body: savedAnswer({}, { fileName }) });
  const server = room.open({
    at: '/saved',
    pages: { '/saved': savedList, '/saved/:id': <Detail /> },
    answers: {
      'GET /api/analyses': {
        body: [summary({ id: '1', fileName: 'one.csv' }), summary({ id: '2', fileName: 'two.csv' })],
      },
      ...savedCalls('1', nameOf('one.csv')),
      ...savedCalls('2', nameOf('two.csv')),
      'DELETE /api/analyses/1': answerOf(analysesExamples.deleted),
    },
  });
  const opened = (name: string) => screen.findByRole('heading', { level: 1, name });
  for (const name of ['one.csv', 'two.csv']) {
    await user.click(await screen.findByRole('link', { name }));
    await opened(name);
    await user.click(screen.getByRole('link', { name: 'Back to Saved Analyses' }));
  }
  await user.click(await screen.findByRole('button', { name: 'Delete one.csv' }));
  await user.click(screen.getByRole('button', { name: 'Delete analysis' }));
  await expectMessage('Analysis Deleted');

  for (const call of Object.keys(savedCalls('1', {})))
    server.answer(call, answerOf(analysesExamples.analysisNotFound));
  await user.click(screen.getByRole('link', { name: 'Back to one.csv' }));
  await opened('Analysis not found');
});

describe('an analysis that was left', () => {
  /** The contents of the page's cache. */
  function openWithCache(answer: Answer) {
    const seen = { data: (): unknown[] => [] };
    const Detail = () => {
      const { cache } = useSWRConfig();
      useEffect(() => {
        seen.data = () => [...cache.keys()].map((key) => cache.get(key)?.data);
      }, [cache]);
      return <SavedAnalysisPage id={useParams()['id'] ?? ''} />;
    };
    const links = ['worked', 'other'].map((id) => (
      <Link key={id} to={`/saved/${id}`}>
        Open {id}
      </Link>
    ));
    const server = room.open({
      at: '/saved/worked',
      pages: { '/saved': links, '/saved/:id': [<Detail key="page" />, ...links] },
      answers: { ...savedCalls('worked', answer), ...savedCalls('other', { body: savedAnswer() }) },
    });
    const loadedIn = () => seen.data().filter((data) => data instanceof Object && 'measurement' in data);
    return { server, loadedIn };
  }

  test('is no longer in memory, and is read anew', async () => {
    const { server, loadedIn } = openWithCache({ body: savedAnswer() });
    await loaded();
    expect(loadedIn()).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Back to Saved Analyses' }));
    expect(loadedIn()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Open worked' }));
    await loaded();
    expect(server.received('GET /api/analyses/worked?dataset=apart')).toHaveLength(2);
  });

  test('for another one leaves that one alone in memory', async () => {
    const { server, loadedIn } = openWithCache({ body: savedAnswer() });
    await loaded();
    await user.click(screen.getByRole('link', { name: 'Open other' }));
    await waitFor(() => expect(server.received('GET /api/analyses/other?dataset=apart')).toHaveLength(1));
    await loaded();
    await waitFor(() => expect(loadedIn()).toHaveLength(1));
  });

  test('before it was read never comes into memory', async () => {
    const answer = gate();
    const { server, loadedIn } = openWithCache({ body: savedAnswer(), after: answer.isOpen });
    await waitFor(() => expect(server.received('GET /api/analyses/worked?dataset=apart')).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Back to Saved Analyses' }));
    answer.open();
    await user.click(screen.getByRole('link', { name: 'Open other' }));
    await loaded();
    expect(loadedIn()).toHaveLength(1);
  });
});

describe('a saved analysis without its dataset', () => {
  test('shows the figures of its stages as they were saved', async () => {
    open({ body: savedAnswer({ headers: [], rows: [], stages: STORED_STAGES }) });
    await loaded();
    await openView(user, 'Stages');
    expect(await screen.findByText(/^A lead is worth about \$310: 1 of 6 is won/)).toBeInTheDocument();
  });

  const bare = () => savedAnswer({ headers: undefined, rows: undefined });

  test('shows the stored figures with its controls at rest, and says so', async () => {
    open({ body: bare() });
    await loaded();
    expect(screen.getByText('1,000')).toBeInTheDocument();
    expect(screen.getByText('1.42x')).toBeInTheDocument();
    expect(conversionValue()).toHaveProperty('disabled', true);
    expect(screen.getByText(/as they were saved/)).toBeInTheDocument();
    expect(screen.queryByText('How this was checked')).toBeNull();
    expect(screen.queryByText('Apply')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export All' })).toBeInTheDocument();
  });

  test.each<[string, object, object]>([
    ['rows that are no lists', { rows: ['Yes,Referral,Mobile'] }, {}],
    ['choices for other columns', { headers: ['A', 'B', 'C'] }, {}],
    ['choices that make no sense', {}, { configurationData: { statusColumn: 7 } }],
  ])('is what one with %s is', async (_, analysisData, rest) => {
    open({ body: savedAnswer({ rows: ROWS, ...analysisData }, rest) });
    await loaded();
    expect(screen.getByText('1.42x')).toBeInTheDocument();
    expect(conversionValue()).toHaveProperty('disabled', true);
  });

  test.each<[string, object, string | null]>([
    ['as its figures say', {}, 'Not decided yet: New, Open (300 leads). Without them 28.6% convert.'],
    [
      'and that they count as not converted where young leads are left out',
      { dateFilter: { column: 'Day', format: 'iso', from: null, to: null, youngerThanDays: 28 } },
      'Not decided yet: New, Open (300 leads). They are 28 days old or more, so they count as not converted.',
    ],
  ])('says which leads are not decided yet, %s', async (_, choices, text) => {
    const otherStatuses = [
      { value: 'No', leads: 500 },
      { value: 'New', leads: 200 },
      { value: 'Open', leads: 100 },
    ];
    const { configurationData } = savedAnswer() as { configurationData: object };
    open({
      body: savedAnswer(
        { headers: undefined, rows: undefined, otherStatuses },
        { configurationData: { ...configurationData, ...choices } },
      ),
    });
    await loaded();
    expect(screen.getByText(/Not decided yet/).textContent).toBe(text);
  });

  test.each<[string, unknown]>([
    ['an earlier release', undefined],
    ['a damaged record', [{ value: 'New', leads: -1 }]],
  ])('says nothing of it where the figures are those of %s', async (_, otherStatuses) => {
    open({ body: savedAnswer({ headers: undefined, rows: undefined, otherStatuses }) });
    await loaded();
    expect(screen.queryByText(/Not decided yet/)).toBeNull();
  });

  test('is empty and 0 where figures are missing', async () => {
    open({ body: { id: 'worked', fileName: 'worked.csv' } });
    await loaded();
    expect(screen.getByText('0.0%')).toBeInTheDocument();
    expect(screen.queryByText(/Saved on/)).toBeNull();
    expect(screen.getByText(/No segments exceed/)).toBeInTheDocument();
  });

  test.each([
    ['with attributes has a Lead Calculator', savedAnswer(), true],
    ['without attributes has no Lead Calculator', { id: 'worked', fileName: 'worked.csv' }, false],
  ])('%s', async (_, body, hasCalculator) => {
    open({ body });
    await loaded();
    expect(screen.getByRole('tab', { name: 'Correlations' })).toBeInTheDocument();
    expect(screen.queryAllByRole('tab', { name: 'Lead Calculator' })).toHaveLength(Number(hasCalculator));
  });
});

test.each(['analysis', 'analysisWithoutDataset'] as const)('the answer to %s is read', async (name) => {
  const answer = answerOf(analysesExamples[name]);
  open(answer);
  expect(await screen.findByRole('heading', { level: 1, name: 'leads.csv' })).toBeInTheDocument();
  // With its dataset there are the 2 leads of the rows, else the 200 that were stored.
  expect(
    screen.getByText(name === 'analysis' ? '2' : '200', { selector: '.font-semibold' }),
  ).toBeInTheDocument();
});

describe('an analysis that cannot be shown', () => {
  test('is not found, with the way back', async () => {
    open(answerOf(analysesExamples.analysisNotFound));
    expect(await screen.findByRole('heading', { name: 'Analysis not found' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to Saved Analyses' }));
    expect(address()).toBe('/saved');
  });

  test.each<[string, Answer]>([
    ['down', answerOf(analysesExamples.analysisUnavailable)],
    ['out of reach', { isLost: true }],
    ['answering with half a text', { body: '{"id":"worked","analysisData":{"rows":[["a"' }],
  ])('can be asked for again where the server was %s', async (_, answer) => {
    const server = open(answer);
    expect(await screen.findByRole('heading', { name: 'Analysis not found' })).toBeInTheDocument();
    for (const [call, next] of Object.entries(savedCalls('worked', { body: savedAnswer() })))
      server.answer(call, next);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await loaded();
  });

  test.each<[string, Record<string, Answer>]>([
    ['nobody is signed in', { 'GET /api/auth/user': SIGNED_OUT }],
    ['the session has ended', savedCalls('worked', answerOf(analysesExamples.analysisOfNobody))],
  ])('says Login Required and goes to the first page after half a second when %s', async (_, answers) => {
    const waits = skipWaits();
    open({ body: savedAnswer() }, answers);
    await expectMessage('Login Required', 'Please log in to view this analysis.');
    await waitFor(() => expect(address()).toBe('/'));
    expect(waits).toContain(500);
  });

  test('is not asked for before it is known who is signed in', async () => {
    const answer = gate();
    const server = open(
      { body: savedAnswer() },
      { 'GET /api/auth/user': { ...SIGNED_IN, after: answer.isOpen } },
    );
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    expect(server.calls()).toEqual(['GET /api/auth/user']);
    answer.open();
    await loaded();
  });
});
