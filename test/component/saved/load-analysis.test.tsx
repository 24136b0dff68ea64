import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HomePage } from '#frontend/pages/home.tsx';
import { SignIn } from '#frontend/features/sign-in/sign-in.tsx';
import { analysesExamples } from '#test/contract/analyses.ts';
import { preferencesExamples } from '#test/contract/preferences.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread, type StubbedThreads } from '#test/support/browser-thread.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { draftStore, emptyDraftStore } from '#test/support/memory-draft-store.ts';
import { HEADERS, ROWS, savedAnswer, savedCalls, summary } from '#test/support/saved-analysis.ts';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
const { user, address, expectMessage, ...room } = installAccountRoom();

let threads: StubbedThreads;
beforeEach(() => {
  threads = stubBrowserThread();
  emptyDraftStore();
  vi.spyOn(console, 'warn').mockReturnValue();
});

function open(answer: Answer, answers: Record<string, Answer> = {}) {
  return room.open({
    at: '/?loadAnalysis=worked&x=1',
    pages: { '/': <HomePage />, '/auth/login': <SignIn /> },
    answers: {
      'GET /api/preferences': answerOf(preferencesExamples.preferences),
      ...savedCalls('worked', answer),
      ...answers,
    },
  });
}

const columnsStep = () => screen.findByRole('heading', { name: 'Select Columns to Analyze' });
const uploadStep = () => screen.findByRole('heading', { name: 'Calculate Lead Values for Smarter Bidding' });
const picked = (name: string) => screen.getByRole('combobox', { name }).textContent;

/** The worked example with a numeric column, everything about it chosen. */
const elaborate = () =>
  savedAnswer(
    {
      headers: [...HEADERS, 'Visits'],
      rows: ROWS.map((row, i) => [...row, String(i % 10)]),
    },
    {
      configurationData: {
        statusColumn: 'Status',
        attributeColumns: ['Device', 'Visits'],
        qualifiedValues: ['Yes', 'No'],
        notQualifiedValues: [],
        valueMappings: { Device: { Mobile: 'Phone' } },
        binningConfig: {
          Visits: {
            type: 'numeric',
            bins: [
              { min: 0, max: 4, label: 'few' },
              { min: 5, max: null, label: 'many' },
            ],
          },
        },
      },
    },
  );

describe('loading a saved analysis into the wizard', () => {
  test('opens step 2 with the columns, says so, and leaves the address', async () => {
    open({ body: savedAnswer() });
    expect(screen.getByText('Loading the saved analysis…')).toBeInTheDocument();
    // The message goes by itself, on a busy machine before the step is drawn: it is looked for first.
    await expectMessage('Analysis Loaded', 'Loaded "worked.csv" for editing');
    await columnsStep();
    expect(address()).toBe('/?x=1');
    expect(screen.getByText(/1,000 leads, 3 columns/)).toBeInTheDocument();
    expect(picked('Lead Status Column')).toContain('Status');
    expect(picked('Attribute 1')).toContain('Source');
    expect(picked('Attribute 2')).toContain('Device');
  });

  test.each([
    ['that is opened leaves the thread of the wizard alone', {}, 1],
    ['without rows leaves none', { headers: undefined }, 0],
  ])('one %s', async (_, analysisData, running) => {
    open({ body: savedAnswer(analysisData) });
    await (running ? columnsStep() : expectMessage('Load Failed'));
    await waitFor(() => expect(threads.running).toBe(running));
  });

  test('reads what the server answers', async () => {
    open(answerOf(analysesExamples.analysis));
    await expectMessage('Analysis Loaded', 'Loaded "leads.csv" for editing');
    await columnsStep();
    expect(picked('Attribute 2')).toContain('Device');
  });

  test('restores ranges, converted values, renamed values and settings', async () => {
    const server = open(
      { body: elaborate() },
      {
        'GET /api/analyses': { body: [summary({ id: 'worked' })] },
        'PUT /api/analyses/worked': {
          body: { id: 'worked', version: 2, updatedAt: '2026-02-03T04:05:00.000Z' },
        },
      },
    );
    await columnsStep();
    for (const label of ['few', 'many']) expect(await screen.findByDisplayValue(label)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next: Map Values' }));
    for (const name of [/^Yes/, /^No/])
      expect(await screen.findByRole('checkbox', { name })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByDisplayValue('Phone')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Analyze' }));
    expect(await screen.findByLabelText('Conversion Value ($)')).toHaveProperty('value', '250');
    expect(screen.getByLabelText('Significance Threshold (%)')).toHaveProperty('value', '12');
    // It is the saved analysis until something changes.
    expect(screen.getByRole('button', { name: 'Saved' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Increase Conversion Value' }));
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await expectMessage('Analysis Updated');
    expect(server.received('POST /api/analyses')).toEqual([]);
    expect(server.received('GET /api/auth/user')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Saved' })).toBeInTheDocument();
    // Start Over returns to the user's own defaults, not to those of the saved analysis.
    await user.click(screen.getByRole('button', { name: 'Start Over' }));
    await uploadStep();
    expect(draftStore.clear).toHaveBeenCalled();
  });

  test('puts the work in progress aside and says so', async () => {
    draftStore.shelve.mockResolvedValueOnce('unfinished.csv');
    open({ body: savedAnswer() });
    await columnsStep();
    expect(
      await screen.findByText(/Your work on unfinished\.csv is saved in this browser/),
    ).toBeInTheDocument();
    expect(draftStore.shelve.mock.invocationCallOrder[0]).toBeLessThan(
      draftStore.save.mock.invocationCallOrder[0] ?? 0,
    );
  });

  test('waits until it is known who is signed in', async () => {
    const answer = gate();
    const server = open(
      { body: savedAnswer() },
      { 'GET /api/auth/user': { ...SIGNED_IN, after: answer.isOpen } },
    );
    expect(server.received('GET /api/analyses/worked?dataset=apart')).toEqual([]);
    answer.open();
    await columnsStep();
  });

  test('keeps a file name that does not end in .csv openable', async () => {
    open({ body: savedAnswer({}, { fileName: 'worked' }) });
    await expectMessage('Analysis Loaded', 'Loaded "worked.csv" for editing');
    await columnsStep();
  });
});

describe('loading that fails', () => {
  test.each<[string, Answer]>([
    ['is not there', answerOf(analysesExamples.analysisNotFound)],
    ['cannot be had now', answerOf(analysesExamples.analysisUnavailable)],
    ['is lost on the way', { isLost: true }],
    ['is no JSON', { body: '<h1>' }],
  ])('since the analysis %s says so, stays at step 1 and leaves the address', async (_, answer) => {
    open(answer);
    await uploadStep();
    await expectMessage('Load Failed', 'Could not load the saved analysis');
    expect(address()).toBe('/?x=1');
    expect(draftStore.shelve).not.toHaveBeenCalled();
  });

  test('since nobody is signed in offers to log in', async () => {
    open(answerOf(analysesExamples.analysisOfNobody), { 'GET /api/auth/user': SIGNED_OUT });
    await expectMessage('Load Failed', 'Could not load the saved analysis');
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  test('since the session has ended offers to log in, to nobody from now on', async () => {
    const server = open(answerOf(analysesExamples.analysisOfNobody));
    await expectMessage('Load Failed', 'Could not load the saved analysis');
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await user.type(await screen.findByLabelText('Email'), 'jane@example.com');
    expect(address()).toBe('/auth/login');
    expect(server.received('GET /api/analyses/worked?dataset=apart')).toHaveLength(1);
  });

  test.each<[string, () => object]>([
    ['no rows', () => savedAnswer({ rows: undefined })],
    ['no headers', () => savedAnswer({ headers: undefined })],
    ['rows that are no lists', () => savedAnswer({ rows: [1, 2] })],
    ['no choices', () => savedAnswer({}, { configurationData: undefined })],
    ['choices that make no sense', () => savedAnswer({}, { configurationData: { statusColumn: 'Status' } })],
    ['choices for other columns', () => savedAnswer({ headers: ['A', 'B', 'C'] })],
    ['nothing', () => ({})],
  ])('since it has %s says that there is not enough', async (_, body) => {
    open({ body: body() });
    await uploadStep();
    await expectMessage('Load Failed', "This analysis doesn't have enough data to edit");
    expect(address()).toBe('/?x=1');
  });
});

describe('the settings of a saved analysis for a new file', () => {
  const openSettings = (answers: Record<string, Answer> = {}) =>
    room.open({
      at: '/?settingsOf=worked&x=1',
      pages: { '/': <HomePage />, '/auth/login': <SignIn /> },
      answers: {
        'GET /api/preferences': answerOf(preferencesExamples.preferences),
        ...savedCalls('worked', { body: savedAnswer({}, { name: 'October' }) }),
        ...answers,
      },
    });

  test('are named in step 1, put the work of this tab aside, and fetch no rows', async () => {
    draftStore.shelve.mockResolvedValue('draft.csv');
    const server = openSettings();
    await uploadStep();
    expect(
      await screen.findByText(/used for the next file that holds their columns: Status, Source, Device/),
    ).toBeInTheDocument();
    expect(address()).toBe('/?x=1');
    await waitFor(() => expect(draftStore.shelve).toHaveBeenCalled());
    expect(draftStore.load).not.toHaveBeenCalled();
    expect(server.calls().filter((call) => call.includes('/dataset'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/used for the next file/)).toBeNull();
  });

  test.each<[string, Answer, string]>([
    [
      'cannot be read',
      { body: savedAnswer({}, { configurationData: null }) },
      'The settings of this analysis cannot be read',
    ],
    ['cannot be fetched', answerOf(analysesExamples.analysisNotFound), 'Could not load the saved analysis'],
  ])('that %s leave an empty first step', async (_, answer, text) => {
    openSettings(savedCalls('worked', answer));
    await expectMessage('Load Failed', text);
    await uploadStep();
    expect(address()).toBe('/?x=1');
  });

  test('are offered where a file has their columns, by the newest analysis, and fetched on a click', async () => {
    const list = [
      summary({ id: 'other', choices: null }),
      summary({
        id: 'worked',
        name: 'October',
        choices: {
          statusColumn: 'Status',
          qualifiedValues: { first: ['Yes'], count: 1 },
          attributes: [{ field: 'Source', ranges: null }],
        },
      }),
    ];
    const server = room.open({
      at: '/',
      pages: { '/': <HomePage /> },
      answers: {
        'GET /api/preferences': answerOf(preferencesExamples.preferences),
        'GET /api/analyses': { body: list },
        ...savedCalls('worked', { body: savedAnswer({}, { name: 'October' }) }),
      },
    });
    await uploadStep();
    await user.upload(
      screen.getByLabelText('Drop CSV file here or click to browse'),
      new File(['Source,Device,Status\nWeb,Phone,Yes\nMail,Phone,No\n'], 'new.csv', { type: 'text/csv' }),
    );
    const use = await screen.findByRole('button', { name: 'Use the settings of October' });
    expect(server.received('GET /api/analyses/worked?dataset=apart')).toEqual([]);
    await user.click(use);
    await screen.findByRole('button', { name: 'Analyze with these settings' });
    expect(picked('Attribute 2')).toContain('Device');
  });
});
