import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { analysesExamples } from '#test/contract/analyses.ts';
import { EXAMPLE_ID } from '#test/contract/example.ts';
import { preferencesExamples } from '#test/contract/preferences.ts';
import { installAccountRoom, SIGNED_IN } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { skipWaits } from '#test/support/clock.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { emptyDraftStore } from '#test/support/memory-draft-store.ts';
import { savedAnswer, savedCalls } from '#test/support/saved-analysis.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';

// Each title is a sentence of the specification of the analysis workflow, sections 2, 4 and 8, about saved analyses and their results.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
const { user, address, expectMessage, ...room } = installAccountRoom();
giveListsRoom();

beforeEach(() => {
  stubBrowserThread();
  emptyDraftStore();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
});

const LOAD = 'GET /api/analyses/worked?dataset=apart';

/** Opens the worked example, in which Referral and Desktop overlap. */
function load(answer: Answer = { body: savedAnswer() }, answers: Record<string, Answer> = {}) {
  return room.open({
    at: '/?loadAnalysis=worked',
    pages: { '/': <HomePage />, '/auth/login': <p>Sign in</p> },
    answers: {
      'GET /api/preferences': answerOf(preferencesExamples.preferences),
      'GET /api/analyses': { body: [] },
      ...savedCalls('worked', answer),
      ...answers,
    },
  });
}

const columnsStep = () => screen.findByRole('heading', { level: 1, name: 'Select Columns to Analyze' });
const uploadStep = () =>
  screen.findByRole('heading', { level: 1, name: 'Calculate Lead Values for Smarter Bidding' });
const button = (name: string) => screen.getByRole('button', { name });
const box = (name: string) => screen.getByRole('combobox', { name }).textContent;

async function openResults(answers: Record<string, Answer> = {}, saved: object = savedAnswer()) {
  const server = load({ body: saved }, answers);
  await columnsStep();
  await user.click(button('Next: Map Values'));
  for (const _ of ['status', 'Source']) await user.click(await screen.findByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: 'Analyze' }));
  await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
  return server;
}

const openTab = async (name: string) => {
  await user.click(screen.getByRole('tab', { name }));
  await waitFor(() => expect(screen.queryByText('Loading this part…')).toBeNull(), { timeout: 10_000 });
};

describe('2. Screens and routes', () => {
  test('The query parameter loadAnalysis on / holds a saved analysis id. It loads that analysis into step 2 with everything restored (after authentication has resolved) and is then removed from the URL.', async () => {
    const known = gate();
    const server = load(undefined, { 'GET /api/auth/user': { ...SIGNED_IN, after: known.isOpen } });
    await waitFor(() => expect(server.received('GET /api/auth/user')).toHaveLength(1));
    expect(server.received(LOAD)).toEqual([]);
    expect(address()).toBe('/?loadAnalysis=worked');
    known.open();
    await columnsStep();
    expect(address()).toBe('/');
    expect(box('Lead Status Column')).toContain('Status');
    expect(box('Attribute 1')).toContain('Source');
    expect(box('Attribute 2')).toContain('Device');
    expect(box('Attribute 3')).toContain('None');
  });

  test("A badge '{n} Interaction(s) Detected' with a 'View details' action that switches to the Correlations tab.", async () => {
    await openResults();
    expect(screen.getByText('1 Interaction(s) Detected')).toBeInTheDocument();
    await user.click(button('View details'));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Correlations');
  });

  test("A summary banner 'Warning: n significant correlation(s) detected', advice on handling correlated attributes, and a table with columns Combination, Leads, Conversions, Confidence, Conversion Rate, Predicted Lift, Actual Lift, Difference, P-Value, Significant (Yes or No). Significant rows come first, then by the size of the difference. An 'Export All Combinations' card offers a CSV download.", async () => {
    await openResults();
    await openTab('Correlations');
    const panel = screen.getByRole('tabpanel');
    expect(panel.textContent).toContain('Warning: 1 significant correlation(s) detected');
    expect(screen.getByRole('region', { name: 'How to handle correlated attributes' })).toBeInTheDocument();
    const table = within(panel).getByRole('table');
    const specified = [
      'Combination',
      'Leads',
      'Conversions',
      'Confidence',
      'Conversion Rate',
      'Predicted Lift',
      'Actual Lift',
      'Difference',
      'P-Value',
      'Significant',
    ];
    const headings = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent ?? '');
    expect(headings.map((text) => specified.find((name) => text.startsWith(name))).filter(Boolean)).toEqual(
      specified,
    );
    const at = headings.findIndex((text) => text.startsWith('Significant'));
    const answers = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.children[at]?.textContent);
    expect(answers[0]).toMatch(/^Yes/);
    expect(answers.slice(1).every((answer) => answer?.startsWith('No'))).toBe(true);
    expect(answers).toHaveLength(4);
    const card = screen.getByRole('region', { name: 'Export All Combinations' });
    expect(within(card).getByRole('button', { name: 'Download All Combinations' })).toBeEnabled();
  });

  test('A banner says that some correlations were detected and correlated segments were reduced by 15%.', async () => {
    await openResults();
    await openTab('Lead Calculator');
    expect(screen.getByRole('tabpanel').textContent).toMatch(/correlat.*detected.*reduced by 15%/i);
  });
});

describe('4. States and transitions', () => {
  test("Save: idle, 'Saving...' while pending, then success: 'Analysis Saved' ('Your analysis has been saved successfully.').", async () => {
    const answer = gate();
    await openResults(
      {
        'POST /api/analyses': { ...answerOf(analysesExamples.savedWaiting), after: answer.isOpen },
        [`PUT /api/analyses/${EXAMPLE_ID}/dataset`]: answerOf(analysesExamples.datasetSaved),
      },
      savedAnswer({}, { id: undefined }),
    );
    await user.click(button('Increase Conversion Value'));
    await user.click(button('Save as new'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeInTheDocument();
    answer.open();
    await expectMessage('Analysis Saved', 'Your analysis has been saved successfully.');
    expect(screen.queryByRole('button', { name: 'Saving...' })).toBeNull();
  });
});

describe('8. The error catalogue', () => {
  /** Saves the loaded analysis once more. Returns the waits that follow. */
  const saveAgain = async (answers: Record<string, Answer>) => {
    await openResults(answers);
    await user.click(button('Increase Conversion Value'));
    const waits = skipWaits();
    await user.click(button('Save as new'));
    return waits;
  };
  const left = () => vi.mocked(leaveDocument).mock.calls.flat();

  test("Save, 401-type failure: 'Login Required': 'Please log in to save analyses.'; redirect after 0.5 s", async () => {
    const waits = await saveAgain({ 'POST /api/analyses': answerOf(analysesExamples.saveOfNobody) });
    await expectMessage('Login Required', 'Please log in to save analyses.');
    await waitFor(() => expect(left()).toEqual(['/api/login']));
    expect(waits).toContain(500);
  });

  test("Save, other failure: 'Error': 'Failed to save analysis. Please try again.'; stays", async () => {
    await saveAgain({ 'POST /api/analyses': { status: 500, body: { message: 'x' } } });
    await expectMessage('Error', 'Failed to save analysis. Please try again.');
    expect(left()).toEqual([]);
    expect(screen.getByText('Analysis Complete!')).toBeInTheDocument();
  });

  test("Export too large: alert 'Too many combinations (n). Please limit your data to reduce combinations below 5,000.'; button disabled with badge 'Too many combinations - reduce your data'.", async () => {
    // 71 x 71 = 5,041 combinations.
    const rows = Array.from({ length: 142 }, (_, i) => [
      i % 3 ? 'No' : 'Yes',
      `s${i % 71}`,
      `d${(i * 7) % 71}`,
    ]);
    await openResults({}, savedAnswer({ rows }));
    await openTab('Correlations');
    expect(screen.getByText('Too many combinations - reduce your data')).toBeInTheDocument();
    expect(screen.getByText(/^Too many combinations \(/).textContent).toBe(
      'Too many combinations (5,041). Please limit your data to reduce combinations below 5,000.',
    );
    expect(button('Download All Combinations')).toBeDisabled();
  });

  test.each<[string, Answer]>([
    ['non-OK', answerOf(analysesExamples.analysisNotFound)],
    ['network error', { isLost: true }],
  ])(
    "Load, %s: 'Load Failed': 'Could not load the saved analysis'; loadAnalysis removed; user stays on /",
    async (_, answer) => {
      load(answer);
      await expectMessage('Load Failed', 'Could not load the saved analysis');
      await uploadStep();
      expect(address()).toBe('/');
    },
  );

  test.each<[string, object]>([
    ['rows', savedAnswer({ rows: undefined })],
    ['headers', savedAnswer({ headers: undefined })],
    ['configurationData', savedAnswer({}, { configurationData: undefined })],
  ])("Load without %s: 'Load Failed': 'This analysis doesn't have enough data to edit'", async (_, body) => {
    load({ body });
    await expectMessage('Load Failed', "This analysis doesn't have enough data to edit");
    await uploadStep();
  });

  test("Success toast 'Analysis Loaded' ('Loaded \"{file}\" for editing').", async () => {
    load();
    await expectMessage('Analysis Loaded', 'Loaded "worked.csv" for editing');
    await columnsStep();
  });
});
