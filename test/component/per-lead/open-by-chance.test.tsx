import { useMemo } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { StoredStages } from '#contract/configuration.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { EARLIER_FILES } from '#frontend/features/per-lead/correct-values.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';
import { UPLOAD_FORM } from '#frontend/features/platforms/chosen-upload.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { StagesProvider } from '#frontend/features/stages/stages-run.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { skipWaits } from '#test/support/clock.ts';
import { OPEN_PLAN, openAnswer } from '#test/support/open-by-chance.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { UPLOAD_HEADERS, uploadColumns } from '#test/support/upload-leads.ts';

installBrowserApis();

const ANALYSIS = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 400,
  thresholdPercent: 10,
});

function renderValues({
  chosen = { openByChance: true },
  action = 'every-lead',
  part = 'files',
  answer = openAnswer(),
}: Partial<{ chosen: StoredStages; part: 'files' | 'look-up'; answer: StagesAnswer | Promise<never> }> &
  Partial<ValueChoices> = {}) {
  skipWaits();
  const never = () => Promise.withResolvers<never>().promise;
  const makeUploadFile = vi.fn<LeadFiles['makeUploadFile']>(never);
  const makeCorrections = vi.fn<LeadFiles['makeCorrections']>(never);
  const makeLeadsFile = vi.fn<LeadFiles['makeLeadsFile']>(never);
  const files: LeadFiles = {
    columns: uploadColumns(UPLOAD_HEADERS),
    encoding: 'utf-8',
    fitModel: async () => ({ isOffered: false, why: 'not-better' }),
    countReach: never,
    makeLeadsFile,
    makeUploadFile,
    makeCorrections,
    makeEvents: never,
    makeRowsFile: never,
  };
  const begin = new Map<TabChoice<unknown>, unknown>([
    [UPLOAD_FORM, UPLOAD_FORM.first],
    [EARLIER_FILES, { files: [new File(['x'], 'sent.csv')], retractsGone: false }],
  ]);
  function Room() {
    const stages = useMemo(
      () => ({
        chosen,
        onChange: () => {},
        headers: UPLOAD_HEADERS,
        ask: { find: async () => OPEN_PLAN, measure: async () => answer },
      }),
      [],
    );
    const choices = useMemo((): ValueChoices => ({ action }), []);
    return (
      <ShownRoom
        analysis={ANALYSIS}
        leadFiles={files}
        begin={begin}
        stages={stages}
        combinations={ANALYSIS.estimates?.tally ?? null}
      >
        <StagesProvider>
          <PerLeadValues part={part} choices={choices} />
        </StagesProvider>
      </ShownRoom>
    );
  }
  render(<Room />);
  return { user: userEvent.setup(), makeUploadFile, makeCorrections, makeLeadsFile };
}

const NOTE = /220 open leads have their chance instead: about 14 will be won, at \$400 a win\./;
const download = () => screen.findByRole('button', { name: 'Download leads with values' });

test('the files ask for the chance of open leads, with the worth of a win, and the page says so', async () => {
  const { user, makeUploadFile, makeCorrections, makeLeadsFile } = renderValues();
  expect(await screen.findByText(NOTE)).toBeInTheDocument();
  const open = { plan: OPEN_PLAN, win: 400 };
  await waitFor(() => expect(makeUploadFile.mock.lastCall?.[0]).toMatchObject({ open }));
  await waitFor(() => expect(makeCorrections.mock.lastCall?.[0]).toMatchObject({ open }));
  await user.click(await download());
  expect(makeLeadsFile.mock.lastCall?.[0]).toMatchObject({ open });
});

test('nothing is made until the chances are known', async () => {
  const { makeUploadFile } = renderValues({ answer: Promise.withResolvers<never>().promise });
  expect(await download()).toBeDisabled();
  expect(makeUploadFile).not.toHaveBeenCalled();
});

test.each([
  ['nobody has chosen it', { chosen: {} }],
  ['the action counts customers only, who have what they brought', { action: 'converted-leads' as const }],
  ['the check of the chances is not passed', { answer: openAnswer({ isSame: false }) }],
])('open leads have the values of leads like them where %s', async (_, changes) => {
  const { makeUploadFile } = renderValues(changes);
  await waitFor(() => expect(makeUploadFile).toHaveBeenCalled());
  expect(makeUploadFile.mock.lastCall?.[0]).not.toHaveProperty('open');
  expect(screen.queryByText(/have their chance/)).toBeNull();
});

test('the page says why a choice of another file does not hold', async () => {
  renderValues({ answer: openAnswer({ isSame: false }) });
  expect(
    await screen.findByText(/Open leads do not count by their chance: of the leads/),
  ).toBeInTheDocument();
});

test('a look-up stays as it is', async () => {
  renderValues({ part: 'look-up' });
  expect(await screen.findByText('Look-up for the form')).toBeInTheDocument();
  expect(screen.queryByText(/have their chance/)).toBeNull();
});
