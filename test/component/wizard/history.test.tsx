import { BrowserRouter } from 'react-router-dom';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packDraft } from '#frontend/features/wizard/pack-work.ts';
import type { Step } from '#frontend/features/wizard/wizard-step.ts';
import { openWork } from '#test/support/open-work.ts';
import { markDraft } from '#frontend/drafts/draft-mark.ts';
import { draftStore } from '#test/support/memory-draft-store.ts';
import { openedFile } from '#test/support/opened-file.ts';
import {
  choose,
  csv,
  goBack,
  goForward,
  HEADLINE,
  installWizardRoom,
  renderWizard,
  upload,
  user,
  ZONE,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();
// As the application is: an effect that runs twice must not make two entries.
beforeAll(() => configure({ reactStrictMode: true }));
afterAll(() => configure({ reactStrictMode: false }));

const FILE = 'Status,Source,Device\n' + 'Qualified,Google,Phone\nLost,Bing,Laptop\n'.repeat(3);
const COLUMNS = 'Select Columns to Analyze';
const RESULTS = 'Results stand here';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** The heading of the step, and in step 3 its column. */
async function expectPlace(place: string): Promise<void> {
  await waitFor(() => {
    const heading = screen.getByRole('heading', { level: 1 }).textContent;
    expect(heading === 'Map Values' ? screen.getByText(/^Column \d of/).textContent : heading).toBe(place);
  });
}

async function press(name: string | RegExp, place: string): Promise<void> {
  await user.click(button(name));
  await expectPlace(place);
}

async function openColumns(name = 'leads.csv'): Promise<void> {
  await upload(csv(FILE, name));
  await expectPlace(COLUMNS);
  await choose('Attribute 1', /Source/);
  await choose('Attribute 2', /Device/);
}

/** From an empty step 1 to the results of two attributes: six entries. */
async function openResults(): Promise<void> {
  renderWizard();
  await openColumns();
  await press('Next: Map Values', 'Column 1 of 3');
  await press('Next', 'Column 2 of 3');
  await press('Next', 'Column 3 of 3');
  await press('Analyze', RESULTS);
}

async function expectBack(...places: string[]): Promise<void> {
  for (const place of places) {
    await goBack();
    await expectPlace(place);
  }
}

async function expectForward(...places: string[]): Promise<void> {
  for (const place of places) {
    await goForward();
    await expectPlace(place);
  }
}

describe('Back and Forward', () => {
  test('go through every step and every column', async () => {
    await openResults();
    await expectBack('Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS, HEADLINE);
    expect(screen.getByText('leads.csv', { selector: 'h2' })).toBeInTheDocument();
    await expectForward(COLUMNS, 'Column 1 of 3', 'Column 2 of 3', 'Column 3 of 3', RESULTS);
  });

  test('pressed twice at once end at the second step', async () => {
    await openResults();
    await goBack(2);
    await expectPlace('Column 2 of 3');
    await expectForward('Column 3 of 3', RESULTS);
  });

  test('focus the heading and leave the scroll position to the browser', async () => {
    await openResults();
    // The results have scrolled to their top once they have the focus.
    await waitFor(() => expect(document.activeElement?.textContent).toBe(RESULTS));
    vi.mocked(window.scrollTo).mockClear();
    await expectBack('Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(COLUMNS));
    await expectForward('Column 1 of 3');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Map Values'));
    expect(window.scrollTo).not.toHaveBeenCalled();
    await press('Next', 'Column 2 of 3');
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 0));
  });
});

describe('a button', () => {
  test('that leads back goes back in history, from every step', async () => {
    await openResults();
    for (const [name, from, to] of [
      ['Back', RESULTS, 'Column 3 of 3'],
      ['Previous', 'Column 3 of 3', 'Column 2 of 3'],
      ['Previous', 'Column 2 of 3', 'Column 1 of 3'],
      ['Back to Columns', 'Column 1 of 3', COLUMNS],
      ['Back', COLUMNS, HEADLINE],
    ] as const) {
      await press(name, to);
      await expectForward(from);
      await expectBack(to);
    }
  });

  test('that goes back scrolls to the top again, since the browser restores the place of the entry', async () => {
    await openResults();
    // The results have scrolled to their top once they have the focus.
    await waitFor(() => expect(document.activeElement?.textContent).toBe(RESULTS));
    vi.mocked(window.scrollTo).mockClear();
    await press('Back', 'Column 3 of 3');
    await waitFor(() =>
      expect(vi.mocked(window.scrollTo).mock.calls).toEqual([
        [0, 0],
        [0, 0],
      ]),
    );
  });

  test('pressed twice at once goes back twice', async () => {
    await openResults();
    await press('Back', 'Column 3 of 3');
    await user.dblClick(button('Previous'));
    await expectPlace('Column 1 of 3');
    await expectForward('Column 2 of 3');
    await expectBack('Column 1 of 3', COLUMNS);
  });

  test('to any other step adds one entry', async () => {
    await openResults();
    await press(/^Select Columns/, COLUMNS);
    await expectBack(RESULTS, 'Column 3 of 3');
    await expectForward(RESULTS, COLUMNS);
  });

  test('to the step of the previous entry goes back, in the step indicator too', async () => {
    await openResults();
    await press(/^Map Values/, 'Column 3 of 3');
    await expectForward(RESULTS);
  });
});

describe('a step that is no longer possible', () => {
  const takeDeviceAway = () => choose('Attribute 2', /None/);

  test('Forward stops before a removed column, and Back continues from there', async () => {
    await openResults();
    await expectBack('Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3', COLUMNS);
    await takeDeviceAway();
    await expectForward('Column 1 of 2', 'Column 2 of 2', 'Column 2 of 2', 'Column 2 of 2');
    await expectBack('Column 1 of 2', COLUMNS, HEADLINE);
  });

  test('Forward does not lead to results of other choices', async () => {
    await openResults();
    await expectBack('Column 3 of 3', 'Column 2 of 3', 'Column 1 of 3');
    await user.click(screen.getByRole('checkbox', { name: /Lost/ }));
    await expectForward('Column 2 of 3', 'Column 3 of 3', 'Column 3 of 3');
    await press('Analyze', RESULTS);
    expect(screen.getByText(/6 of 6 converted/)).toBeInTheDocument();
    await expectBack('Column 3 of 3');
    await expectForward(RESULTS);
  });

  test('Back skips it', async () => {
    await openResults();
    await press(/^Select Columns/, COLUMNS);
    await takeDeviceAway();
    await expectBack('Column 2 of 2', 'Column 1 of 2', COLUMNS);
  });

  test('visiting a step without a change keeps the results', async () => {
    await openResults();
    await press(/^Select Columns/, COLUMNS);
    await press(/^Upload/, HEADLINE);
    await expectBack(COLUMNS, RESULTS);
  });
});

describe('earlier work', () => {
  test('ends with Start Over: Back shows step 1', async () => {
    await openResults();
    await press('Start Over', HEADLINE);
    await expectBack(HEADLINE, HEADLINE, HEADLINE, HEADLINE, HEADLINE);
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    await openColumns('next.csv');
    await expectBack(HEADLINE);
    await expectForward(COLUMNS);
  });

  test('ends with a new file: Back shows that file in step 1', async () => {
    await openResults();
    await press('Use Different Data', HEADLINE);
    await openColumns('next.csv');
    await press('Next: Map Values', 'Column 1 of 3');
    await expectBack(COLUMNS, HEADLINE, HEADLINE, HEADLINE);
    expect(screen.getByText('next.csv', { selector: 'h2' })).toBeInTheDocument();
    await expectForward(HEADLINE, HEADLINE, COLUMNS, 'Column 1 of 3');
  });

  test('Back to step 1 shows the open file and not the zone for another one', async () => {
    renderWizard();
    await openColumns();
    await press('Use Different Data', HEADLINE);
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    await expectForward(COLUMNS);
    await expectBack(HEADLINE);
    expect(screen.getByText('leads.csv', { selector: 'h2' })).toBeInTheDocument();
  });
});

test('Use Different Data shows the zone, also where the browser takes its time to go back', async () => {
  renderWizard(undefined, {}, BrowserRouter);
  await openColumns();
  await press('Use Different Data', HEADLINE);
  expect(screen.getByText(ZONE)).toBeInTheDocument();
});

describe('while a file is read', () => {
  test('no entry is added, and none for a refused file', async () => {
    renderWizard();
    await openColumns();
    await expectBack(HEADLINE);
    await user.click(button('Use Different Data'));
    await upload(csv('', 'empty.csv'));
    await screen.findByRole('alert');
    await expectForward(COLUMNS);
    await expectBack(HEADLINE);
  });
});

describe('restored work', () => {
  const draftAt = (step: Step) => {
    const state = {
      ...openWork(openedFile(['Status', 'Source', 'Device'])),
      openedAt: 1,
      statusColumn: 0,
      attributeColumns: [1, 2, null],
    };
    const choices = packDraft(state, { step, position: 1 });
    return { file: csv(FILE), choices, savedAt: 0, account: null, team: null };
  };

  test('in step 1 adds no second entry for step 1', async () => {
    draftStore.findAbandonedDraft.mockResolvedValue({ id: 'gone', draft: draftAt(1) });
    renderWizard();
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText('leads.csv', { selector: 'h2' });
    await press('Next: Select Columns', COLUMNS);
    // The second press has nowhere to go.
    await expectBack(HEADLINE, HEADLINE);
    await expectForward(COLUMNS);
  });

  test('replaces the current entry', async () => {
    markDraft(true);
    draftStore.load.mockResolvedValue(draftAt(3));
    renderWizard();
    await expectPlace('Column 2 of 3');
    await expectBack('Column 2 of 3');
    await press('Next', 'Column 3 of 3');
    await expectBack('Column 2 of 3');
    const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
    await user.click(steps.getByRole('button', { name: /Upload/ }));
    await expectPlace(HEADLINE);
    await expectBack('Column 2 of 3');
  });
});
