import { useState } from 'react';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import { UPLOAD_FORM, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import type { ApplySource, AskCheck } from '#frontend/features/results/results-source.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { finishedCheck } from '#test/support/finished-check.ts';
import { CONTEXT, openTab, openView, renderCells, renderResults } from '../results/results-room.tsx';

installBrowserApis();

const decision = () => screen.getByRole('region', { name: 'What to Do' });
const said = () => decision().textContent;

const SOURCES: readonly Cell[] = [
  [['Referral'], 300, 80],
  [['Paid Social'], 1000, 61],
  [['Organic Search'], 1700, 216],
];

const APPLY: ApplySource = {
  choices: { ...NO_APPLY_CHOICES, kinds: [] },
  onChange: () => {},
  ask: () => new Promise(() => {}),
};

const ANSWERED: ApplySource = { ...APPLY, choices: { ...APPLY.choices, conversionAction: 'every-lead' } };

const never = () => Promise.withResolvers<never>().promise;

function filesThatReach(countReach: LeadFiles['countReach']): LeadFiles {
  return {
    columns: [],
    encoding: 'utf-8',
    fitModel: never,
    countReach,
    makeLeadsFile: never,
    makeUploadFile: never,
    makeCorrections: never,
    makeEvents: never,
    makeRowsFile: never,
  };
}

const REACH: UploadReach = {
  leads: 3000,
  taken: { 'google-data-manager': 1000, microsoft: 2620, linkedin: 0 },
  missed: { 'google-data-manager': 'too-old', microsoft: 'no-click-id', linkedin: 'no-address' },
  gaps: [],
};

describe('the first part of the results', () => {
  test('says before the tabs what platforms can use, and its one primary button leads to Apply', async () => {
    const { user } = renderCells(['Source'], SOURCES, { apply: APPLY });
    expect(said()).toContain('Source needs a value per lead.');
    await user.click(within(decision()).getByRole('button', { name: 'Use these values' }));
    expect(screen.getByRole('heading', { name: 'Apply' })).toHaveFocus();
  });

  test('says of a small file that only large differences can be found', async () => {
    const words = 'With 400 leads, only differences of about 2x can be found.';
    renderCells(['Source'], SOURCES, { apply: APPLY });
    expect(decision()).not.toHaveTextContent('can be found');
    cleanup();
    renderCells(
      ['Source'],
      [
        [['Referral'], 100, 40],
        [['Paid Social'], 300, 20],
      ],
      { apply: APPLY },
    );
    expect(decision()).toHaveTextContent(words);
  });

  test('names the upload with its reach once that is counted, on a button that keeps its width, and opens it', async () => {
    const reach = Promise.withResolvers<UploadReach>();
    const { user } = renderCells(['Source'], SOURCES, {
      apply: ANSWERED,
      leadFiles: filesThatReach(() => reach.promise),
    });
    const waiting = within(decision()).getByRole('button', { name: 'Use these values' });
    const { className } = waiting;
    await act(async () => reach.resolve(REACH));
    const upload = await within(decision()).findByRole(
      'button',
      { name: 'Upload 2,620 of 3,000 values to Microsoft' },
      { timeout: 5000 },
    );
    expect(upload).toBe(waiting);
    expect(upload.className).toBe(className);
    await user.click(upload);
    expect(await screen.findByRole('heading', { name: 'A value per lead' })).toBeInTheDocument();
    const chosen = await screen.findByRole('button', { name: 'Microsoft' }, { timeout: 5000 });
    expect(chosen).toHaveAttribute('aria-pressed', 'true');
  });

  test('counts the reach anew for another conversion value, and not for another threshold', async () => {
    const countReach = vi.fn<LeadFiles['countReach']>(async () => REACH);
    const { user } = renderCells(['Source'], SOURCES, {
      apply: ANSWERED,
      leadFiles: filesThatReach(countReach),
    });
    const upload = () =>
      within(decision()).findByRole('button', { name: /^Upload 2,620/ }, { timeout: 5000 });
    await upload();
    expect(countReach).toHaveBeenCalledTimes(1);
    const [first] = countReach.mock.lastCall!; // just called
    await user.click(screen.getByRole('button', { name: /^Increase Significance Threshold/ }));
    // Longer than the pause after which the page asks.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(countReach).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: /^Increase Conversion Value/ }));
    await waitFor(() => expect(countReach).toHaveBeenCalledTimes(2), { timeout: 5000 });
    const [second] = countReach.mock.lastCall!; // just called
    expect(second.worth.base).toBeGreaterThan(first.worth.base);
    const { base } = second.worth;
    expect(second).toEqual({ ...first, worth: { ...first.worth, base }, now: second.now });
    await upload();
  });

  test('counts the reach anew for another choice in the form of uploads, and not for a name', async () => {
    const countReach = vi.fn<LeadFiles['countReach']>(async () => REACH);
    function Form() {
      const [form, change] = useTabChoice(UPLOAD_FORM);
      const button = (name: string, changes: Partial<UploadForm>) => (
        <button onClick={() => change({ ...form, ...changes })}>{name}</button>
      );
      return (
        <>
          {button('name', { conversions: { 'Conversion name': 'Lead' } })}
          {button('format', { kind: 'linkedin' })}
          {button('days', { dropsDays: true })}
          {button('zone', { timeZone: 'Asia/Tokyo' })}
          {button('column', { columns: { gclid: 3 } })}
          {button('consent', { adUserData: 'Denied' })}
        </>
      );
    }
    const { user } = renderCells(['Source'], SOURCES, {
      apply: ANSWERED,
      leadFiles: filesThatReach(countReach),
      findings: <Form />,
    });
    await waitFor(() => expect(countReach).toHaveBeenCalledTimes(1), { timeout: 5000 });
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('name');
    await press('format');
    await act(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(countReach).toHaveBeenCalledTimes(1);
    const asked: [string, object][] = [
      ['days', { dropsDays: true }],
      ['zone', { timeZone: 'Asia/Tokyo' }],
      ['column', { columns: { gclid: 3 } }],
      ['consent', { adUserData: 'Denied' }],
    ];
    for (const [at, [name, choices]] of asked.entries()) {
      await press(name);
      await waitFor(() => expect(countReach).toHaveBeenCalledTimes(2 + at), { timeout: 5000 });
      expect(countReach.mock.lastCall?.[0].choices).toMatchObject(choices);
    }
  });

  test('names the form where uploads and rules reach too little, also where counting fails', async () => {
    const failing = { ...APPLY, ask: () => Promise.reject(new Error('no plans')) };
    const leadFiles = filesThatReach(() => Promise.reject(new Error('out of memory')));
    const { user } = renderCells(['Source'], SOURCES, { apply: failing, leadFiles });
    const form = await within(decision()).findByRole(
      'button',
      { name: 'Look the value up in your form' },
      { timeout: 5000 },
    );
    await user.click(form);
    expect(await screen.findByRole('heading', { name: 'In the form' })).toBeInTheDocument();
  });

  test('asks what the offer is before a sentence counts what Meta takes', async () => {
    const onChange = vi.fn();
    const ages: readonly Cell[] = [
      [['25-34'], 500, 150],
      [['35-44'], 500, 50],
    ];
    const { user, unmount } = renderCells(['Age'], ages, { apply: { ...APPLY, onChange } });
    expect(said()).not.toContain('can use');
    const offer = within(decision()).getByRole('group', { name: 'The offer' });
    expect(offer).toHaveTextContent(/^Meta asks first: is your offer about housing/);
    await user.click(within(offer).getByRole('button', { name: 'No, it is not' }));
    expect(onChange).toHaveBeenLastCalledWith({ ...APPLY.choices, isSpecialOffer: false });
    await user.click(within(offer).getByRole('button', { name: 'Yes, it is' }));
    expect(onChange).toHaveBeenLastCalledWith({ ...APPLY.choices, isSpecialOffer: true });
    unmount();
    const answered = { ...APPLY, choices: { ...APPLY.choices, isSpecialOffer: false } };
    renderCells(['Age'], ages, { apply: answered });
    expect(said()).toContain('Meta can use the two Age rules.');
    expect(within(decision()).queryByRole('group', { name: 'The offer' })).toBeNull();
  });

  test('has no button where nothing can be applied, and no worth before the combinations are counted', () => {
    const tally = tallyOfCells(['Source'], SOURCES);
    const { unmount } = renderResults(tally, { combinations: undefined });
    expect(said()).toContain('The average is 11.9%.');
    expect(said()).not.toMatch(/is worth|rules\.|not seen/);
    expect(
      within(decision()).queryByRole('button', { name: /Upload|Enter|Use these|Other ways/ }),
    ).toBeNull();
    unmount();
    renderResults(tally, { combinations: null });
    // The line that keeps its room is read to nobody.
    expect(
      within(decision())
        .getByText(/is worth/)
        .getAttribute('aria-hidden'),
    ).toBe('true');
    unmount();
  });

  test('has the conversion value as a field in its sentence, which keeps the focus while all figures follow', async () => {
    const { user } = renderCells(['Source'], SOURCES);
    const field = within(decision()).getByRole('spinbutton', { name: 'Worth of one conversion ($)' });
    expect(said()).toContain('a Referral lead is worth about $26, a Paid Social lead $6.20.');
    await user.clear(field);
    await user.type(field, '1000');
    expect(document.activeElement).toBe(field);
    expect(said()).toContain('a Referral lead is worth about $260, a Paid Social lead $62.');
    expect(screen.getByRole('spinbutton', { name: 'Conversion Value ($)' })).toHaveValue(1000);
  });

  test('keeps names apart from the figures behind them, since a name may be written from right to left', () => {
    const { container } = renderCells(['Source'], SOURCES, { apply: APPLY });
    const names = [...container.querySelectorAll('bdi')].map(({ textContent }) => textContent);
    expect(new Set(names)).toEqual(new Set(['Paid Social', 'Referral', 'Source']));
  });

  test('has no field where figures stay as they were saved', () => {
    renderCells(['Source'], SOURCES, { hasFixedSettings: true });
    expect(said()).toContain('At $100 per conversion a Referral lead is worth about $26');
    expect(within(decision()).queryByRole('spinbutton')).toBeNull();
  });

  test('draws the strongest differences, and a name opens its row in the table', async () => {
    const { user } = renderCells(workedFields, workedCells);
    await openTab(user, 'Segment Details');
    const chart = within(decision()).getByRole('list');
    const rows = within(chart).getAllByRole('button');
    // The segments of the sentence come first, then the strongest.
    expect(rows.map((row) => row.getAttribute('aria-label')?.split('.')[0])).toEqual([
      'Device: Mobile',
      'Source: Referral',
      'Device: Desktop',
      'Source: Ads',
    ]);
    // 50 of 500 convert, so 150 of the 500 others do.
    expect(rows[0]?.getAttribute('aria-label')).toMatch(
      /^Device: Mobile\. 50 of 500 leads converted: 10\.0%, 95% interval 7\.7% to 12\.9%; against 20\.0% overall\. All other leads: 30\.0%\. Worth about \$\d/,
    );
    expect(decision().textContent).not.toMatch(/\d\.\d\dx/);
    await user.click(rows[3]!); // four rows
    expect(screen.getByRole('tab', { name: 'Value Rules' }).getAttribute('aria-selected')).toBe('true');
    await waitFor(() =>
      expect(document.activeElement?.closest('tr')?.getAttribute('data-row')).toBe('0 Ads'),
    );
    // The row is open, and no other one.
    expect(document.activeElement?.ariaExpanded).toBe('true');
    expect(screen.getAllByRole('button', { expanded: true, name: 'Ads' })).toHaveLength(1);
    expect(document.activeElement?.closest('tr')?.nextElementSibling?.textContent).toContain(
      'Likely to hold',
    );
    expect(document.querySelectorAll('[data-detail]')).toHaveLength(1);
  });

  test('opens a row far down a long table, which draws only the rows in view', async () => {
    const cells = Array.from({ length: 240 }, (_, i): Cell => [[`s${i}`], 100, 40]);
    const { user } = renderCells(['Source'], [...cells, [['Paid'], 40_000, 4000]]);
    const table = screen.getByRole('table', { name: 'Practical Value Rules' });
    // The only cut comes last.
    expect(within(table).queryByRole('button', { name: 'Paid' })).toBeNull();
    // The heights that a browser would measure.
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(20_000);
    const scroll = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(() => {});
    await user.click(within(decision()).getByRole('button', { name: /^Source: Paid\./ }));
    await waitFor(() => expect(scroll).toHaveBeenCalled());
    expect(scroll.mock.contexts[0]).toBe(table.closest('[data-scrolls]'));
    expect((scroll.mock.calls[0]![0] as ScrollToOptions).top).toBeGreaterThan(5000);
  });

  test('offers to leave out open leads while they are most of all', async () => {
    const leaveOut = vi.fn();
    const openLeads = {
      statuses: ['New'],
      leads: 1600,
      without: { leads: 1400, conversions: 357 },
      leaveOut,
    };
    const { user } = renderCells(['Source'], SOURCES, { openLeads, apply: APPLY });
    expect(said()).toContain('Most leads are not decided yet: 1,600 of 3,000 are New.');
    await user.click(within(decision()).getByRole('button', { name: 'Leave out 1,600 open leads' }));
    expect(leaveOut).toHaveBeenCalledOnce();
  });

  test('leads back to the attributes where nothing is solid, and shows what may mislead beside the chart', async () => {
    const goTo = vi.fn();
    const cells: Cell[] = [
      [['A'], 100, 20],
      [['B'], 100, 30],
    ];
    const { user } = renderCells(['Source'], cells, { goTo, findings: <p>Duplicates</p> });
    expect(said()).toContain('No clear difference yet.');
    expect(within(decision()).getByText('Duplicates')).toBeInTheDocument();
    await user.click(within(decision()).getByRole('button', { name: 'Choose other attributes' }));
    expect(goTo).toHaveBeenCalledWith('columns');
  });
});

describe('the check on unseen leads', () => {
  function fakeThread() {
    const asked: { signal: AbortSignal; answer: PromiseWithResolvers<UnseenCheck> }[] = [];
    const checkUnseen: AskCheck = (_, { signal }) => {
      const answer = Promise.withResolvers<UnseenCheck>();
      signal.addEventListener('abort', () => answer.reject(signal.reason));
      asked.push({ signal, answer });
      return answer.promise;
    };
    return { asked, checkUnseen };
  }

  test('runs by itself once the results are there, and its view has the same answer', async () => {
    const { asked, checkUnseen } = fakeThread();
    const { user } = renderCells(['Source'], SOURCES, { checkUnseen });
    expect(said()).toContain('Being checked on leads that it has not seen');
    expect(asked).toHaveLength(0);
    await waitFor(() => expect(asked).toHaveLength(1), { timeout: 5000 });
    await act(async () => asked[0]?.answer.resolve(finishedCheck()));
    expect(said()).toContain('Checked on leads that it had not seen: off no more than chance explains.');
    await openView(user, 'How this was checked');
    expect(
      screen.getByRole('heading', { name: /^On unseen leads, values per lead were 5% off/ }),
    ).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  test('does not begin before the combinations are counted, and ends when the results are left', async () => {
    vi.useFakeTimers();
    try {
      const { asked, checkUnseen } = fakeThread();
      const tally = tallyOfCells(['Source'], SOURCES);
      const waiting = renderResults(tally, { combinations: null, checkUnseen });
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(asked).toHaveLength(0);
      waiting.unmount();
      const { unmount } = renderResults(tally, { combinations: fitTally(tally), checkUnseen });
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(asked).toHaveLength(1);
      unmount();
      expect(asked[0]?.signal.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('says so where there are too few conversions', async () => {
    const checkUnseen: AskCheck = () =>
      Promise.resolve({ kind: 'too-few-conversions', conversions: 41, needed: 200 });
    renderCells(['Source'], SOURCES, { checkUnseen });
    expect(
      await screen.findByText(
        'Checking on leads that it had not seen takes 200 conversions or more.',
        {},
        { timeout: 5000 },
      ),
    ).toBeInTheDocument();
  });
});

describe('the button after what was answered for Apply', () => {
  // Of all platforms only Meta takes ages.
  const AGES: readonly Cell[] = [
    [['25-34'], 500, 150],
    [['35-44'], 500, 50],
  ];
  /** Answers as the thread does. */
  const planAges: ApplySource['ask'] = async (thresholdPercent, choices) => {
    const tally = tallyOfCells(['Age'], AGES);
    const analysis = judge(measure(tally), { conversionValue: 100, thresholdPercent });
    return planPlatforms(analysis, fitTally(tally), choices);
  };
  const NO_OFFER = { ...ANSWERED.choices, isSpecialOffer: false };
  const findRules = () =>
    within(decision()).findByRole('button', { name: /^Enter 2 rules on Meta/ }, { timeout: 5000 });

  test('opens the plan of the platform that it names', async () => {
    const apply = { ...APPLY, choices: NO_OFFER, ask: planAges };
    const leadFiles = filesThatReach(() => Promise.reject(new Error('out of memory')));
    const { user } = renderCells(['Age'], AGES, { apply, leadFiles });
    await user.click(await findRules());
    expect(screen.getByRole('heading', { name: 'Apply' })).toHaveFocus();
    await screen.findByRole('button', { name: /^Meta/, pressed: true }, { timeout: 5000 });
    expect(screen.queryByRole('button', { name: /^Google/, pressed: true })).toBeNull();
  });

  test.each([
    ['every-lead', 'Look the value up in your form', true],
    ['converted-leads', 'Add the click ID to your export', false],
  ] as const)(
    'names a form and what platforms can use only where every lead counts: %s',
    async (conversionAction, step, hasTakers) => {
      const reach = {
        leads: 3000,
        taken: { 'google-data-manager': 0, microsoft: 0, linkedin: 0 },
        missed: { 'google-data-manager': null, microsoft: null, linkedin: null },
        gaps: ['identifier' as const],
      };
      renderCells(['Source'], SOURCES, {
        apply: {
          choices: { ...ANSWERED.choices, conversionAction },
          onChange: () => {},
          ask: () => Promise.reject(new Error('no plans')),
        },
        leadFiles: filesThatReach(() => Promise.resolve(reach)),
      });
      await within(decision()).findByRole('button', { name: step }, { timeout: 5000 });
      expect(said().includes('Source needs a value per lead.')).toBe(hasTakers);
    },
  );

  test.each([
    ['another answer on the offer', { choices: { ...NO_OFFER, isSpecialOffer: true }, isOtherBasis: false }],
    // Plans by value are asked of another thread function.
    ['another basis', { choices: NO_OFFER, isOtherBasis: true }],
  ])('forgets the plans from before %s', async (_, { choices, isOtherBasis }) => {
    const asked = vi.fn<ApplySource['ask']>().mockImplementationOnce(planAges).mockReturnValue(never());
    const ask: ApplySource['ask'] = (...question) => asked(...question);
    const askOther: ApplySource['ask'] = (...question) => asked(...question);
    function Room() {
      const [apply, setApply] = useState<ApplySource>({ ...APPLY, choices: NO_OFFER, ask });
      const change = () => setApply({ ...APPLY, choices, ask: isOtherBasis ? askOther : ask });
      return (
        <AnalysisResults
          {...{ measurement, apply }}
          context={CONTEXT}
          combinations={fitTally(tallyOfCells(['Age'], AGES))}
          settings={{ conversionValue: 100, thresholdPercent: 10 }}
          findings={<button onClick={change}>Answer</button>}
        />
      );
    }
    const measurement = measure(tallyOfCells(['Age'], AGES));
    render(<Room />);
    await findRules();
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 5000 });
    expect(within(decision()).queryByRole('button', { name: /^Enter/ })).toBeNull();
    expect(within(decision()).getByRole('button', { name: 'Use these values' })).toBeInTheDocument();
  });
});
