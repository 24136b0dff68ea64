import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { closeView, columnOf, openMoreControls, openView } from '#test/component/results/results-room.tsx';
import { button, csvOf, installSteps } from '#test/component/specification/steps.tsx';
import { repeat } from '#test/support/column-detail.ts';
import { ResultsStep, type WizardInput } from '#test/support/results-step.tsx';
import { renderStep } from '#test/support/workflow-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

const { user, analyze, choose, openColumns, openResults } = installSteps();

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const dayOf = (lead: number) => `2025-0${1 + (lead % 6)}-${10 + (lead % 11)}`;

/**
 * 400 leads, the first 100 of them twice. Referral leads convert at 60%, Ads leads at 10%. A column of dates is one of a stage where at least half of the won leads
 * have one: without the repeated rows the demo has too few.
 */
const LEADS = Array.from({ length: 500 }, (_, row) => {
  const lead = row % 400;
  const isReferral = lead % 2 === 0;
  const isConverted = isReferral ? lead % 10 < 6 : lead % 20 === 1;
  return [
    isConverted ? 'Qualified' : 'Lost',
    isReferral ? 'Referral' : 'Ads',
    dayOf(lead),
    isReferral || isConverted ? dayOf(lead) : '',
    isConverted && row >= 240 ? dayOf(lead) : '',
    `lead${lead}@example.com`,
  ];
});
const HEADERS = [
  'Status',
  'Source',
  'Create Date',
  'Became a marketing qualified lead date',
  'Demo date',
  'Email',
];

/** The counts of three views that the page asks for once the results are there. */
async function readViews() {
  const late = { timeout: 20_000 };
  await openView(user, 'How this was checked');
  // A check needs 200 conversions.
  const check = (await screen.findByText(/This file has \d+\./, undefined, late)).textContent;
  await openView(user, 'Over Time');
  const months = await screen.findByRole('table', { name: /by Month$/ }, late);
  await closeView(user);
  await screen.findByText('Stages', { selector: 'button' }, late);
  await openView(user, 'Stages');
  const stages = await screen.findByRole('table', { name: 'Figures by Stage' }, late);
  const read = {
    conversions: /has (\d+)/.exec(check)?.[1],
    overTime: columnOf(months, 'Leads'),
    reached: columnOf(stages, 'Reached'),
  };
  await closeView(user);
  return read;
}

test('once duplicates are left out, the check, the rules over time and the stages count the leads that remain', async () => {
  await openResults([/Source/], csvOf([HEADERS, ...LEADS]));
  expect(await readViews()).toEqual({
    conversions: '175',
    overTime: ['84', '84', '82'],
    reached: ['500', '275', '175', '175'],
  });
  const list = within(await screen.findByRole('list', { name: 'What may mislead' }));
  await user.click(list.getByRole('button', { name: /^Leave out: 100/ }));
  await screen.findByRole('button', { name: /^Put back/ });
  expect(await readViews()).toEqual({
    conversions: '140',
    overTime: ['67', '67', '66'],
    reached: ['400', '220', '140'],
  });
});

test('a currency that is chosen in the results answers the question of step 2: the figures by value come', async () => {
  const deals = LEADS.slice(0, 200).map(([status = '', source = '']) => [
    status,
    source,
    status === 'Qualified' ? '100' : '',
  ]);
  await openColumns(csvOf([['Status', 'Source', 'Deal ($)'], ...deals]));
  await choose('Attribute 1', /Source/);
  await choose('Value column (optional)', /Deal/);
  await screen.findByText('Which currency does $ stand for?');
  await user.click(button('Next: Map Values'));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await analyze();
  expect(screen.queryByRole('button', { name: 'By value' })).toBeNull();
  await openMoreControls(user);
  await choose('Currency', /^AUD/);
  expect(await screen.findByRole('button', { name: 'By value' })).toBeInTheDocument();
});

test('without a column of amounts another currency makes no other plan, so that nothing is counted again', async () => {
  const plans = new Set<Plan>();
  renderStep(
    { Status: repeat({ Qualified: 5, Lost: 5 }), Source: repeat({ Ads: 10 }) },
    { step: 4, statusColumn: 0, attributeColumns: [1, null, null] },
    (workflow) => (
      <ResultsStep
        workflow={workflow}
        renderResults={({ plan, settings, onSettingsChange }) => {
          plans.add(plan);
          return (
            <button onClick={() => onSettingsChange?.({ ...settings, currency: 'AUD' })}>
              {`In ${settings.currency}`}
            </button>
          );
        }}
      />
    ),
  );
  await user.click(await screen.findByRole('button', { name: /^In/ }));
  await screen.findByRole('button', { name: 'In AUD' });
  expect(plans.size).toBe(1);
});

test('by conversions the platform plans are asked for with the amounts, the check without them', async () => {
  let input: WizardInput | undefined;
  const { thread } = renderStep(
    {
      Status: repeat({ Qualified: 5, Lost: 5 }),
      Source: repeat({ Ads: 10 }),
      Budget: repeat({ 100: 10 }),
    },
    { step: 4, statusColumn: 0, attributeColumns: [1, null, null], valueColumn: 2, basis: 'conversions' },
    (workflow) => (
      <ResultsStep workflow={workflow} renderResults={(shown) => <p>{(input = shown) && 'Shown'}</p>} />
    ),
  );
  await screen.findByText('Shown');
  const [planPlatforms, checkUnseen] = [vi.fn(), vi.fn()];
  Object.assign(thread.answers, { planPlatforms, checkUnseen });
  const choices = { kinds: [], includesTests: false, isSpecialOffer: null };
  await input?.apply?.ask(10, choices);
  await input?.checkUnseen?.(DEFAULT_SETTINGS, quietly, 'random');
  const [[platforms], [check]] = [planPlatforms.mock.lastCall ?? [], checkUnseen.mock.lastCall ?? []];
  expect(platforms).toMatchObject({ basis: 'conversions', plan: { worth: { kind: 'column', column: 2 } } });
  expect(check).toMatchObject({ plan: { worth: null } });
});
