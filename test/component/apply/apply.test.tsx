import { useMemo, useState } from 'react';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { useScreen } from '#frontend/features/results/shown-results.tsx';
import type { UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { measureDeals, tallyOfDeals } from '#test/support/valued-leads.ts';
import {
  catchDownloads,
  columnOf,
  CONTEXT,
  closeView,
  openView,
  renderCells,
  report,
  rowsOf,
  openMoreControls,
} from '../results/results-room.tsx';
import { eventually } from '../../support/eventually.ts';

installBrowserApis();
const downloads = catchDownloads();

/** CA is good, FL is bad, devices matter a little; referrals are best. By hand below. */
const FIELDS = ['State', 'Device', 'Source'];
const CELLS: Cell[] = [
  [['CA', 'Mobile', 'Ads'], 1000, 300],
  [['CA', 'Desktop', 'Referral'], 1000, 600],
  [['TX', 'Mobile', 'Ads'], 2000, 300],
  [['TX', 'Desktop', 'Ads'], 2000, 600],
  [['FL', 'Mobile', 'Ads'], 1000, 20],
  [['FL', 'Desktop', 'Ads'], 1000, 30],
];

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

interface RoomProps {
  ask: ApplySource['ask'];
  cells?: readonly Cell[];
  start?: Partial<ApplyChoices>;
  /** The reach of uploads, also before it is counted; without it there are no files. */
  reach?: UploadReach | 'counting';
}

function Room({ ask, cells = CELLS, start, reach }: RoomProps) {
  const tally = useMemo(() => tallyOfCells(FIELDS, cells), [cells]);
  const [measurement, combinations] = useMemo(() => [measure(tally), fitTally(tally)], [tally]);
  const [choices, setChoices] = useState<ApplyChoices>({
    ...NO_APPLY_CHOICES,
    conversionAction: 'every-lead',
    kinds: [],
    ...start,
  });
  return (
    <AnalysisResults
      context={CONTEXT}
      measurement={measurement}
      combinations={combinations}
      settings={SETTINGS}
      apply={{ choices, onChange: setChoices, ask }}
      leadFiles={
        reach && {
          columns: [],
          encoding: 'utf-8',
          fitModel: pending,
          countReach: reach === 'counting' ? pending : async () => reach,
          makeLeadsFile: pending,
          makeUploadFile: pending,
          makeCorrections: pending,
          makeEvents: pending,
          makeRowsFile: pending,
        }
      }
    />
  );
}

const pending = () => new Promise<never>(() => {});

/** Answers as the thread does. */
const answering =
  (cells: readonly Cell[] = CELLS): ApplySource['ask'] =>
  async (thresholdPercent, choices) => {
    const tally = fitTally(tallyOfCells(FIELDS, cells));
    return planPlatforms(judge(measure(tally), { ...SETTINGS, thresholdPercent }), tally, choices);
  };

const reachOf = (google: number): UploadReach => ({
  leads: 1834,
  taken: { 'google-data-manager': google, microsoft: 0, linkedin: 0 },
  missed: { 'google-data-manager': 'too-old', microsoft: 'no-click-id', linkedin: 'no-address' },
  gaps: [],
});

async function openQuestion(props: Partial<RoomProps> = {}) {
  const ask = vi.fn(props.ask ?? answering(props.cells));
  const user = userEvent.setup();
  render(<Room {...props} ask={ask} />);
  await openView(user, 'Apply');
  await screen.findByRole('heading', { name: 'How will you use the values?' }, { timeout: 10_000 });
  return { ask, user };
}

/** Opens the page of the rules. */
async function openApply(props: Partial<RoomProps> = {}) {
  const room = await openQuestion(props);
  await room.user.click(screen.getByRole('button', { name: 'Rules in the platform' }));
  return room;
}

const ways = () =>
  within(screen.getByRole('region', { name: 'How will you use the values?' })).getAllByRole('button');

type User = ReturnType<typeof userEvent.setup>;

const verdict = (name: RegExp) => screen.findByRole('heading', { name }, { timeout: 10_000 });
const onGoogle = () =>
  verdict(/^On Google Ads, \d+ rules cover \d+% of what separates good from bad leads\.$/);

test('a long list of rules that are not entered counts all of them, and says how many it names', async () => {
  const leftOut = Array.from({ length: 200 }, (_, at) => {
    return {
      field: 0,
      value: `State ${at}`,
      computed: 1.5,
      leads: 300 - at,
      reason: 'no-condition' as const,
    };
  });
  const ask: ApplySource['ask'] = async (...question) => {
    const plans = await answering()(...question);
    return plans && { ...plans, google: { ...plans.google, leftOut, leftOutCount: 240 } };
  };
  await openApply({ ask });
  await onGoogle();
  const list = screen.getByText('240 rules of the results are not entered').closest('details');
  expect(list?.textContent).toContain('and 188 more');
  expect(list?.textContent).toContain('The 200 with the most leads are listed.');
});

test('is a view beside the four tabs, and asks for the plans when it is opened', async () => {
  const ask = vi.fn(answering());
  const user = userEvent.setup();
  render(<Room ask={ask} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Value Rules',
    'Segment Details',
    'Correlations',
    'Lead Calculator',
  ]);
  expect(ask).not.toHaveBeenCalled();
  await openView(user, 'Apply');
  await screen.findByRole('heading', { name: 'How will you use the values?' }, { timeout: 10_000 });
  expect(ask).toHaveBeenCalledExactlyOnceWith(
    10,
    {
      kinds: ['location', 'device', 'none'],
      includesTests: false,
      isSpecialOffer: null,
    },
    'every-lead',
  );
});

test('is absent where there are no leads to make plans for', () => {
  renderCells(FIELDS, CELLS);
  expect(screen.queryByText('Other ways to use this')).toBeNull();
});

test('shows each figure as it was computed and as it is entered', async () => {
  await openApply();
  await onGoogle();
  const table = screen.getByRole('table', { name: 'Rules to Enter' });
  const florida = within(table).getByRole('row', { name: /LocationFL/ });
  // 50 of 2,000 in 1,850 of 8,000: lift 0.1081. The spread of the places is wide, so the estimate stays near.
  expect(florida.textContent).toContain('0.11x');
  expect(florida.textContent).toContain('0.50x');
  expect(florida.textContent).toContain('limited by Google');
  const leads = columnOf(table, 'Leads').map((text) => Number(text.replace(',', '')));
  const without =
    /keep their value([\d,]+)/.exec(document.body.textContent ?? '')?.[1]?.replace(',', '') ?? NaN;
  expect(leads.reduce((sum, count) => sum + count, 0) + Number(without)).toBe(8000);
});

test('explains why rules of the results are not entered', async () => {
  const { user } = await openApply();
  await onGoogle();
  await user.click(screen.getByText(/rules of the results are not entered/));
  const text = screen.getByRole('region', { name: 'Apply' }).textContent;
  expect(text).toContain('Google takes no such attribute as a condition. Upload a value per lead instead.');
  expect(text).toContain('Source: Referral');
});

test('asks again for another choice of what an attribute is, and says when it is impossible', async () => {
  const { ask, user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('combobox', { name: 'Source' }));
  await user.click(screen.getByRole('option', { name: 'Device' }));
  expect(ask.mock.lastCall?.[1].kinds).toEqual(['location', 'device', 'device']);
  expect(
    screen.getByText(/No value of it is the name of a device that a platform knows\.$/),
  ).toBeInTheDocument();
});

test('rescales the base value of Google and Microsoft, and never that of Meta', async () => {
  const { user } = await openApply({ start: { isSpecialOffer: false } });
  await onGoogle();
  // 1,850 of 8,000 convert: an average lead is worth 23.125.
  expect(within(screen.getByRole('region', { name: 'Apply' })).getByText('$23.13')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Rescale' }));
  expect(screen.getByText('The base value makes up for the rules.')).toBeInTheDocument();
  expect(screen.getByText(/^Instead of \$23\.13\./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  await verdict(/^On Meta/);
  expect(screen.queryByRole('button', { name: /Rescale|Undo/ })).toBeNull();
  expect(screen.getByText('Only bids change. Reported value stays as it is.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Microsoft/ }));
  await verdict(/^On Microsoft/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('If the base value stays as it is.')).toBeInTheDocument();
});

test('asks about the offer before Meta adjusts by location', async () => {
  const { ask, user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  expect(screen.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByText(/They are left out until you answer/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(ask.mock.lastCall?.[1].isSpecialOffer).toBe(false);
  expect(await screen.findByText('All conditions are open to the offer.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(ask.mock.lastCall?.[1].isSpecialOffer).toBe(true);
});

test('names what is left out, the order and the files of each platform in its own words', async () => {
  const { user } = await openApply({ start: { kinds: ['age', 'device', 'location'] } });
  await onGoogle();
  expect(screen.getByRole('table', { name: 'Rules to Enter' })).toBeInTheDocument();
  expect(screen.getByText('Most specific first.')).toBeInTheDocument();
  expect(screen.queryByText(/have no effect/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download Bulk File' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Microsoft/ }));
  await verdict(/^On Microsoft/);
  expect(screen.getByRole('button', { name: 'Download Bulk File' }).nextSibling?.textContent).toMatch(
    /^! Check before upload\. Records of type ConversionValueRule\. Microsoft wants ids/,
  );
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  await verdict(/^On Meta/);
  expect(
    screen.getByText(
      'Meta does not let such offers adjust by age, gender, postal code or audience. They are left out until you answer. A location may be a postal code, so locations are left out too.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'Rules in Their Order' })).toBeInTheDocument();
  expect(screen.getByText('The first rule that matches applies.')).toBeInTheDocument();
  const noEffect = screen.getByText(/have no effect in lead campaigns .* website and calls, nor in sales/);
  const table = screen.getByRole('table', { name: 'Rules in Their Order' });
  expect(noEffect.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getByRole('button', { name: 'No' }));
  // States are no ages.
  expect(await screen.findByText(/^In Meta’s Ads Manager the ages are 18-24, 25-34/)).toBeInTheDocument();
});

describe('the question what the conversion action counts', () => {
  const question = () => screen.getByRole('group', { name: 'Which conversions does your ad account count?' });
  const steps = async (user: User) => {
    await user.click(screen.getByRole('button', { name: 'Download Steps' }));
    return (await rowsOf(downloads.at(-1))).flat().join(' ');
  };

  test('comes before any plan and file, with the two numbers', async () => {
    const { user } = await openApply({ start: { conversionAction: null } });
    await screen.findByRole('combobox', { name: 'State' }, { timeout: 10_000 });
    const pressed = within(question())
      .getAllByRole('button')
      .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
    expect(pressed).toEqual([
      ['Every form lead', 'false'],
      ['Only customers', 'false'],
    ]);
    expect(
      screen.getByText(/^Every form lead: an action such as .+ An average lead is worth \$23\.13\.$/),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/^Only customers: an action such as .+ A customer is worth \$100\.00\.$/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Plans' })).toBeNull();
    expect(
      screen.queryByRole('button', { name: /^(Download|Copy|Print) (Steps|JSON|JavaScript)/ }),
    ).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Every form lead' }));
    await onGoogle();
  });

  test('is answered once for all ways', async () => {
    const { user } = await openQuestion({ start: { conversionAction: null } });
    await user.click(screen.getByRole('button', { name: 'In the form' }));
    expect(screen.queryByRole('button', { name: 'Download JSON' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Only customers' }));
    expect(screen.getByText(/^No look-up is needed: enter \$100\.00 as the value/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'All ways' }));
    await user.click(screen.getByRole('button', { name: 'Rules in the platform' }));
    expect(within(question()).getByRole('button', { pressed: true })).toHaveTextContent('Only customers');
  });

  test('is asked for rules that only change bids too, since it says which leads the plans compare', async () => {
    const { user } = await openQuestion({
      // Only Meta takes placements, and it changes bids.
      start: { conversionAction: null, kinds: ['placement', 'none', 'none'] },
    });
    await user.click(screen.getByRole('button', { name: 'Rules in the platform' }));
    expect(question()).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Plans' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All ways' }));
    await user.click(screen.getByRole('button', { name: 'In the form' }));
    expect(question()).toBeInTheDocument();
  });

  test('is left out where all leads converted', async () => {
    const cells: Cell[] = CELLS.map(([values, leads]) => [values, leads, leads]);
    const { user } = await openQuestion({ cells, start: { conversionAction: null } });
    await user.click(screen.getByRole('button', { name: 'In the form' }));
    expect(screen.queryByRole('group', { name: /^Which conversions/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Download JSON' })).toBeInTheDocument();
  });

  test('asks for other plans where only customers count, and by conversions no rule is needed', async () => {
    const { user, ask } = await openApply();
    await onGoogle();
    expect(await steps(user)).toContain('Type 23.13, what an average lead is worth.');
    expect(ask.mock.lastCall?.[2]).toBe('every-lead');
    await user.click(screen.getByRole('button', { name: 'Only customers' }));
    expect(await screen.findByRole('heading', { name: 'No rule is needed' })).toBeInTheDocument();
    expect(screen.getByText(/^Each customer counts the same here/)).toBeInTheDocument();
    expect(
      screen.getByText(/So no rule is needed, and files have \$100\.00 for each customer and leave out all/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Plans' })).toBeNull();
    expect(ask.mock.lastCall?.[2]).toBe('converted-leads');
    await user.click(screen.getByRole('button', { name: 'Upload your customers instead' }));
    expect(screen.getByRole('heading', { name: 'A value per lead' })).toBeInTheDocument();
  });
});

test('explains a figure that other rules have changed, also to the keyboard', async () => {
  // CA converts worse on mobiles and better on desktops: both a pair and a value of it are rules of Meta.
  const cells: Cell[] = [
    [['CA', 'Mobile', 'Ads'], 1000, 50],
    [['CA', 'Desktop', 'Ads'], 1000, 600],
    [['TX', 'Mobile', 'Ads'], 2000, 200],
    [['TX', 'Desktop', 'Ads'], 2000, 400],
  ];
  const { user } = await openApply({ cells, ask: answering(cells), start: { isSpecialOffer: false } });
  await onGoogle();
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  const table = screen.getByRole('table', { name: 'Rules in Their Order' });
  const [term] = within(table).getAllByRole('button', { name: /%$/ });
  term?.focus();
  expect(term).toHaveFocus();
  expect(term).toHaveAccessibleDescription(
    /^Alone \d\.\d\dx, here \d\.\d\dx, since [\d,]+ of its leads go to (?:CA|TX|Mobile|Desktop)/,
  );
});

describe('while other plans are made', () => {
  /** Answers at once first, then when the test says so. */
  function holdLater() {
    const held: (() => void)[] = [];
    const answer = answering();
    let isHolding = false;
    const ask: ApplySource['ask'] = async (...asked) => {
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return answer(...asked);
    };
    return { ask, held, hold: () => (isHolding = true) };
  }

  test('the last ones stay under their own words, say that they wait, and cannot be taken away', async () => {
    const { ask, held, hold } = holdLater();
    const { user } = await openApply({ ask });
    await onGoogle();
    const plans = screen.getByRole('region', { name: 'Plans' });
    expect(plans.getAttribute('aria-busy')).toBe('false');
    const before = screen.getByRole('table', { name: 'Rules to Enter' }).textContent;
    hold();
    await user.click(screen.getByRole('combobox', { name: 'Device' }));
    await user.click(screen.getByRole('option', { name: 'None of these' }));
    expect(plans.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText(/Making the plans anew/)).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Rules to Enter' }).textContent).toBe(before);
    const buttons = ['Download Steps', 'Print Steps', 'Copy Steps', 'Rescale'];
    const waiting = () => buttons.map((name) => screen.getByRole('button', { name }).matches(':disabled'));
    expect(waiting()).toEqual([true, true, true, true]);
    await user.click(screen.getByRole('button', { name: 'Download Steps' }));
    expect(downloads).toEqual([]);
    await act(async () => held[0]?.());
    expect(plans.getAttribute('aria-busy')).toBe('false');
    expect(waiting()).toEqual([false, false, false, false]);
    expect(screen.getByRole('table', { name: 'Rules to Enter' }).textContent).not.toBe(before);
  });

  test('a base value of another basis does not stand beside them', async () => {
    const { ask, held, hold } = holdLater();
    const deals = CELLS.flatMap(([values, leads, won]) =>
      Array.from({ length: leads / 10 }, (_, at) => ({
        values: [...values],
        converted: at < won / 10,
        amount: at < won / 10 ? 1000 : 0,
      })),
    );
    const measurement = measureDeals(FIELDS, deals);
    const combinations = fitTally(tallyOfDeals(FIELDS, deals));
    function BasisRoom() {
      const [basis, setBasis] = useState<Basis>('conversions');
      const [choices] = useState<ApplyChoices>({
        ...NO_APPLY_CHOICES,
        conversionAction: 'every-lead',
        kinds: [],
      });
      // Another basis has another function to ask, as in the wizard.
      const askBasis = useMemo<ApplySource['ask']>(
        () =>
          (...asked) =>
            basis ? ask(...asked) : ask(...asked),
        [basis],
      );
      return (
        <AnalysisResults
          context={CONTEXT}
          measurement={measurement}
          combinations={combinations}
          settings={SETTINGS}
          basis={basis}
          onBasisChange={setBasis}
          apply={{ choices, onChange: () => {}, ask: askBasis }}
        />
      );
    }
    const user = userEvent.setup();
    render(<BasisRoom />);
    await openView(user, 'Apply');
    await user.click(await screen.findByRole('button', { name: 'Rules in the platform' }));
    await onGoogle();
    const base = () => screen.getByText('Base conversion value').parentElement?.textContent;
    expect(base()).toMatch(/\$2\d\.\d\d/);
    hold();
    await closeView(user);
    await openMoreControls(user);
    await user.click(screen.getByRole('button', { name: 'By value' }));
    await openView(user, 'Apply');
    await user.click(screen.getByRole('button', { name: 'Rules in the platform' }));
    expect(screen.getByRole('region', { name: 'Plans' }).getAttribute('aria-busy')).toBe('true');
    expect(base()).toMatch(/\$2\d\.\d\d/);
    await act(async () => held[0]?.());
    expect(base()).toMatch(/\$2\d\d\.\d\d/);
  });
});

test('an attribute that no platform takes says that it cannot be a condition', async () => {
  await openApply();
  await onGoogle();
  const step = screen.getByRole('combobox', { name: 'Source' }).closest('li');
  expect(step?.textContent).toContain('Rule condition: not possible.');
});

describe('the question how the values will be used', () => {
  const titles = () => ways().map((button) => button.textContent);

  const says = (way: number, words: RegExp) =>
    waitFor(() => expect(ways()[way]).toHaveAccessibleDescription(words), { timeout: 10_000 });

  test('says how far each way reaches, in the words of the button, and what more there is to know', async () => {
    await openQuestion({ reach: reachOf(1620) });
    expect(titles()).toEqual(['Rules in the platform', 'A value per lead', 'In the form']);
    // The share is the one beside the plan.
    await says(
      0,
      /\d rules on Microsoft explain \d+%\. State and Device can be rules\. The others cannot, or make no clear difference\.$/,
    );
    await says(
      1,
      /1,620 of 1,834 leads to Google Ads\. Works for any attribute, with your columns\. Left out most often: Older than 90 days\.$/,
    );
    await says(2, /The form can know State, Device, and Source\. If it asks for it, or the page knows it\.$/);
    const [rules] = ways();
    const share = /explain (\d+%)/.exec(rules?.closest('li')?.textContent ?? '')?.[1];
    expect(share).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Rules in the platform' }));
    const onPlatform = await screen.findByRole('button', { name: /^Microsoft/ }, { timeout: 10_000 });
    expect(onPlatform.textContent).toContain(`${share} covered`);
  });

  test('puts the value per lead first where no attribute can be a rule', async () => {
    await openQuestion({ start: { kinds: ['none', 'none', 'none'] } });
    expect(titles()).toEqual(['A value per lead', 'Rules in the platform', 'In the form']);
    await says(1, /None of your attributes can be a rule\.$/);
  });

  test('puts it first where no difference of such an attribute is solid', async () => {
    await openQuestion({ cells: CELLS.map(([values]) => [values, 1000, 300]) });
    expect(titles()[0]).toBe('A value per lead');
    await says(1, /but no difference is clear enough\.$/);
  });

  test('says so where an attribute could be a rule and no plan has one', async () => {
    const ask: ApplySource['ask'] = async (...question) => {
      const plans = await answering()(...question);
      const empty = <Plan extends object>(plan: Plan) => ({ ...plan, rules: [], share: 0 });
      return { google: empty(plans.google), meta: empty(plans.meta), microsoft: empty(plans.microsoft) };
    };
    await openQuestion({ ask });
    await says(0, /No platform has a rule to enter\.$/);
  });

  test('marks a way that reaches too little for the button, from both sides', async () => {
    const marks = () => ways().map((way) => way.closest('li')?.querySelector('p [aria-hidden]')?.textContent);
    await openQuestion({ reach: reachOf(917) });
    await says(1, /917 of 1,834 leads/);
    expect(marks()[1]).toBe('✓');
    cleanup();
    await openQuestion({ reach: reachOf(916) });
    await says(1, /916 of 1,834 leads to Google Ads\./);
    expect(marks()[1]).toBe('!');
  });

  test('says that leads are being counted, and which columns an upload lacks', async () => {
    await openQuestion({ reach: 'counting' });
    expect(ways()[1]).toHaveAccessibleDescription(/Your leads are being counted\.$/);
    cleanup();
    await openQuestion({ reach: { ...reachOf(0), leads: 0, gaps: ['identifier'] } });
    await says(
      1,
      /No upload without a column with a click ID, a phone number or an e-mail address\. Your file seems to have none\.$/,
    );
  });

  test('gives the reason where only customers count', async () => {
    await openQuestion({ start: { conversionAction: 'converted-leads' }, reach: reachOf(1620) });
    await says(0, /No rule is needed: each customer counts the same, and your ad account sees by itself/);
    await says(2, /When the form is sent, nobody knows yet whether the lead becomes a customer\.$/);
  });

  test('says what the form cannot see', async () => {
    await openQuestion({ start: { kinds: ['audience', null, null] } });
    await says(
      2,
      /The form can know Device and Source\. The form cannot see State: the value is estimated without\.$/,
    );
  });

  test('leads to a page with the focus on its heading, and back to the same choice', async () => {
    const { user } = await openQuestion();
    ways()[2]?.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: 'In the form' })).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'How will you use the values?' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All ways' }));
    expect(ways()[2]).toHaveFocus();
    await user.click(ways()[2]!); // the third
    // 'Other ways to use this' leads to the question.
    await closeView(user);
    await openView(user, 'Apply');
    expect(ways()).toHaveLength(3);
  });

  test('is skipped by a button elsewhere that opens a way', async () => {
    const Elsewhere = () => {
      const { openView: open } = useScreen();
      return <button onClick={() => open('apply', 'per-lead')}>Upload a value per lead</button>;
    };
    const measurement = measure(tallyOfCells(FIELDS, CELLS));
    render(
      <AnalysisResults
        {...{ measurement, context: CONTEXT, settings: SETTINGS }}
        notice={<Elsewhere />}
        apply={{ choices: { ...NO_APPLY_CHOICES, kinds: [] }, onChange: () => {}, ask: pending }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Upload a value per lead' }));
    expect(screen.getByRole('heading', { name: 'Apply' })).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'A value per lead' })).toBeInTheDocument();
  });
});

test('names a failure, and asks again', async () => {
  let attempts = 0;
  const answer = answering();
  const { user } = await openApply({
    ask: (...asked) => (++attempts === 1 ? Promise.reject(new Error('out of memory')) : answer(...asked)),
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain(
    'The plans could not be made',
  );
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await onGoogle();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('names code that could not be fetched', async () => {
  await openApply({ ask: () => Promise.reject(new PartMissing()) });
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
  expect(alert.textContent).toContain(
    'This part could not be fetched. Connect once and try again; your file is safe.',
  );
});

test('a late answer to an earlier choice is not shown', async () => {
  const answers: (() => void)[] = [];
  const answer = answering();
  const { user } = await openApply({
    ask: async (...asked) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return answer(...asked);
    },
  });
  await screen.findByRole('combobox', { name: 'State' }, { timeout: 10_000 });
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(screen.getByRole('option', { name: 'None of these' }));
  await act(async () => answers[1]?.());
  expect((await screen.findByRole('table', { name: 'Rules to Enter' })).textContent).not.toContain('FL');
  await act(async () => answers[0]?.());
  expect(screen.getByRole('table', { name: 'Rules to Enter' }).textContent).not.toContain('FL');
});

test('the steps name every rule, are downloaded, copied and printed alone', async () => {
  const { user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('button', { name: 'Download Steps' }));
  const rows = await rowsOf(downloads[0]);
  expect(rows[0]).toEqual(['Step', 'Where', 'What to Do']);
  expect(rows).toContainEqual([
    expect.stringMatching(/^\d+$/),
    'Goals > Conversions > Value rules > Create conversion value rule',
    expect.stringMatching(/^Primary condition: .*FL.* Value adjustment: Multiply, type 0\.50\. Save\.$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy Steps' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^1\. Goals > Conversions > Summary: Open the conversion action/);
  expect(copied).toContain('Check in your account');

  let printed = '';
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed = report()?.textContent ?? '';
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Print Steps' }));
  await eventually(() => expect(printed).toContain('Value adjustment: Multiply, type 0.50.'));
  expect(printed).not.toContain('Lead value report');
  // The browser's own command prints the report again.
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(report()?.textContent).toContain('Lead value report');
});

test('says so where no rule can be entered', async () => {
  const cells: Cell[] = [
    [['CA', 'Mobile', 'Ads'], 500, 100],
    [['TX', 'Desktop', 'Search'], 500, 100],
  ];
  await openApply({ cells });
  expect(await verdict(/^There is no rule to enter on Google Ads\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Download Steps' })).toBeNull();
});

test('a plan without rules says why, and leads to the other way', async () => {
  const none = { kinds: ['none', 'none', 'none'] } as const;
  const { user } = await openApply({ start: none });
  await verdict(/^There is no rule to enter on Google Ads\.$/);
  const panel = screen.getByRole('region', { name: 'Apply' });
  expect(panel.textContent).toContain('No rule of the results can be entered here, for the reasons below.');
  // The reasons are open without a click.
  const reasons = screen.getByText(/rules of the results are not entered/).closest('details');
  expect(reasons?.open).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Upload a value per lead instead' }));
  expect(screen.getByRole('heading', { name: 'A value per lead' })).toHaveFocus();
});

test('a plan of leads that hardly differ says so', async () => {
  const alike: Cell[] = CELLS.map(([values]) => [values, 1000, 300]);
  await openApply({ cells: alike });
  await verdict(/^There is no rule to enter on Google Ads\.$/);
  expect(
    screen.getByText(/^No value differs clearly enough from the average for a rule\./),
  ).toBeInTheDocument();
  expect(screen.queryByText(/not entered$/)).toBeNull();
});
