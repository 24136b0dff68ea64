import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { NamedChoices } from '#frontend/choices/choices.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { renderStep } from '#test/support/workflow-room.tsx';
import { ResultsStep } from '#test/support/results-step.tsx';
import { eventually } from '../../support/eventually.ts';
import { openView } from '../results/results-room.tsx';

installBrowserApis();

const STATES = ['CA', 'CA', 'TX', 'TX', 'TX', 'TX'];
const cells = Array.from({ length: 3000 }, (_, lead) => STATES[lead % 6] ?? '');
const statuses = cells.map((state, lead) =>
  (lead * 7) % 10 < (state === 'CA' ? 6 : 2) ? 'Qualified' : 'Lost',
);

test('Rescale makes no plans anew, and all answers and kinds are kept for the next file and saved', async () => {
  const user = userEvent.setup();
  let kept: KeptSettings | null = null;
  let saved: NamedChoices | undefined;
  const { thread, state } = renderStep(
    { Status: statuses, State: cells },
    { step: 4, statusColumn: 0, attributeColumns: [1, null, null], hasResults: true },
    (workflow) => {
      // The only part of it that the results use.
      const draft = { keepSettings: (pack: () => KeptSettings) => void (kept = pack()) } as Workflow['draft'];
      return (
        <ResultsStep
          workflow={{ ...workflow, draft }}
          renderResults={(slot) => {
            saved = slot.context;
            return <AnalysisResults {...slot} />;
          }}
        />
      );
    },
  );
  const asked = vi.fn<NonNullable<typeof thread.answers.planPlatforms>>(
    async ({ plan, thresholdPercent, choices }) =>
      planPlatforms(
        judge(await thread.ask('measure', plan), { ...DEFAULT_SETTINGS, thresholdPercent }),
        await thread.ask('tally', plan),
        choices,
      ),
  );
  Object.assign(thread.answers, { planPlatforms: asked });
  await screen.findByText('Analysis Complete!');
  await openView(user, 'Apply');
  await user.click(await screen.findByRole('button', { name: 'Rules in the platform' }, { timeout: 10_000 }));
  await user.click(screen.getByRole('button', { name: 'Every form lead' }));
  const rescale = await screen.findByRole('button', { name: 'Rescale' }, { timeout: 10_000 });
  expect(asked).toHaveBeenCalledTimes(1);
  await user.click(rescale);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(state().apply).toMatchObject({ isRescaled: true, conversionAction: 'every-lead' });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(kept).toMatchObject({ choices: { conversionAction: 'every-lead', isRescaled: true } });
  expect(saved).toMatchObject({ conversionAction: 'every-lead', isRescaled: true });
  // Another kind of an attribute changes the plans.
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(screen.getByRole('option', { name: 'Audience' }));
  await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(asked.mock.lastCall?.[0].choices.kinds).toEqual(['audience']);
  expect(kept).toMatchObject({ choices: { conditionKinds: new Map([[1, 'audience']]) } });
  expect(saved).toMatchObject({ conditionKinds: new Map([['State', 'audience']]) });
});
