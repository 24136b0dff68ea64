import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { WorkToSave } from '#frontend/features/saved/work.ts';
import { startFakeServer, type Answer } from '#test/support/fake-server.ts';
import {
  choose,
  csv,
  expectColumnsStep,
  HEADLINE,
  renderWizard,
  upload,
  user,
  installWizardRoom,
  ZONE,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

const FILE = 'Status,Source\n' + 'Qualified,Google\nLost,Bing\n,Bing\n'.repeat(3);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const steps = () => within(screen.getByRole('navigation', { name: 'Steps' }));

async function openResults(onSave?: (work: WorkToSave) => void) {
  const view = renderWizard(onSave);
  await upload(csv(FILE));
  await expectColumnsStep();
  await choose('Attribute 1', /Source/);
  await user.click(button('Next: Map Values'));
  await user.click(await screen.findByRole('checkbox', { name: /\(Blank\)/ }));
  await user.click(button('Next'));
  await user.click(await screen.findByRole('button', { name: 'Analyze' }));
  await screen.findByRole('heading', { level: 1, name: 'Results stand here' });
  return view;
}

test.each<[string, Answer]>([
  ['can not be reached', { isLost: true }],
  ['answers with something else', { status: 502, body: '<h1>Bad gateway</h1>' }],
])('a server that %s leaves the whole way open to an anonymous visitor', async (_, answer) => {
  startFakeServer({
    'GET /api/auth/user': answer,
    'GET /api/preferences': answer,
    'GET /api/connections': answer,
  });
  await openResults();
  expect(screen.getByText('6 of 9 converted, Qualified and (Blank), threshold 10')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('from step to step', () => {
  test('results get the counts, the values that count as converted, and the settings', async () => {
    await openResults();
    expect(screen.getByText('6 of 9 converted, Qualified and (Blank), threshold 10')).toBeInTheDocument();
    await user.click(button('Threshold 25'));
    expect(screen.getByText('6 of 9 converted, Qualified and (Blank), threshold 25')).toBeInTheDocument();
  });

  test('defaults that change while a file is open count, each of them, until the visitor sets another figure', async () => {
    const { changeDefaults } = await openResults();
    for (const thresholdPercent of [3, 4]) {
      changeDefaults({ ...DEFAULT_SETTINGS, thresholdPercent });
      expect(await screen.findByText(new RegExp(`threshold ${thresholdPercent}$`))).toBeInTheDocument();
    }
    await user.click(button('Threshold 25'));
    changeDefaults({ ...DEFAULT_SETTINGS, thresholdPercent: 5 });
    expect(await screen.findByText(/threshold 25$/)).toBeInTheDocument();
  });

  test('each completed step leads back to it, and shows its choices where the bar above has none', async () => {
    await openResults();
    const texts = () =>
      steps()
        .getAllByRole('listitem')
        // Beside it stands the mark of a small screen, which the style sheet hides.
        .map((item) => item.firstElementChild?.textContent);
    expect(texts()).toEqual(['Upload', 'Select Columns', 'Map Values', '4Results']);
    expect(steps().getByText('Results', { selector: 'li *' }).closest('[aria-current=step]')).not.toBeNull();
    await user.click(button(/^Select Columns/));
    await expectColumnsStep();
    await user.click(button(/^Upload/));
    expect(screen.getByRole('heading', { level: 1, name: HEADLINE })).toBeInTheDocument();
    expect(steps().queryByRole('button', { name: /Results/ })).toBeNull();
    await user.click(button(/^Map Values/));
    expect(await screen.findByRole('heading', { level: 1, name: 'Map Values' })).toBeInTheDocument();
    expect(texts().slice(0, 2)).toEqual(['Uploadleads.csv', 'Select ColumnsStatus: Status · 1 attribute']);
  });

  test('the sub-bar names the file and the choices, and leads to both', async () => {
    await openResults();
    const bar = () => within(screen.getByRole('region', { name: 'Your data' }));
    expect(bar().getByText('leads.csv')).toBeInTheDocument();
    const choices = () =>
      bar()
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(choices()).toEqual(['Status: Status', 'Source', 'Converted: Qualified, (Blank)']);
    await user.click(bar().getByRole('button', { name: 'Change' }));
    await expectColumnsStep();
    expect(choices()).toEqual(['Status: Status', 'Source']);
    expect(bar().queryByRole('button', { name: 'Change' })).toBeNull();
    await user.click(bar().getByRole('button', { name: 'Use Different Data' }));
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    expect(screen.getByText(/leads.csv is still loaded/)).toBeInTheDocument();
  });

  test('Start Over goes back to an empty step 1 with the default settings', async () => {
    await openResults();
    await user.click(button('Threshold 25'));
    await user.click(button('Start Over'));
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    expect(steps().queryAllByRole('button')).toEqual([]);
  });

  test('saving passes on the analysis and a function that stores the draft', async () => {
    const onSave = vi.fn<(work: WorkToSave) => void>();
    await openResults(onSave);
    await user.click(button('Save Analysis'));
    expect(onSave).toHaveBeenCalledOnce();
    await expect(onSave.mock.calls[0]?.[0].keepDraft()).resolves.toBeUndefined();
  });
});
