import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  CLEAN_FILE,
  csvOf,
  WITH_DUPLICATES,
  WITH_TEST_LEADS,
  withColumn,
  type LeadFile,
} from '#test/support/lead-files.ts';
import {
  choose,
  csv,
  expectColumnsStep,
  installWizardRoom,
  renderWizard,
  upload,
  user,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const dropdown = (name: string) => screen.getByRole('combobox', { name });

async function openFile(file: LeadFile) {
  renderWizard();
  await upload(csv(csvOf(file)));
  await expectColumnsStep();
}

/** Opens a file with something to find, and its findings. */
async function openFindings(file: LeadFile) {
  await openFile(file);
  await user.click(await findButton('Show the findings'));
  return within(screen.getByRole('list', { name: 'Found in the file' }));
}

describe('the check of the file', () => {
  test('shows one quiet line for a clean file', async () => {
    await openFile(CLEAN_FILE);
    expect(await screen.findByText('Checked: nothing to look at first.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show the findings' })).toBeNull();
  });

  test('counts test leads, leaves them out of the file and puts them back', async () => {
    const findings = await openFindings(WITH_TEST_LEADS);
    expect(screen.getByText(/^1 thing to look at|2 test leads/)).toBeInTheDocument();
    expect(findings.getByText('2 leads are tests, not people.').textContent).toContain(
      'Such as “<test lead: dummy data for full_name>” in full_name.',
    );
    await user.click(button(/^Leave out: 2 leads are tests/));
    const undo = await findButton('Put back: 2 test leads left out.');
    expect(screen.getByText(/^198 leads, 6 columns/)).toBeInTheDocument();
    // The button that was pressed has become the undo.
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    expect(await findButton(/^Leave out: 2 leads are tests/)).toBeInTheDocument();
    expect(screen.getByText(/^200 leads, 6 columns/)).toBeInTheDocument();
  });

  test('leaves out duplicates', async () => {
    const findings = await openFindings(WITH_DUPLICATES);
    expect(findings.getByText(/^5 leads have the e-mail address of an earlier lead/).textContent).toContain(
      'Such as “user50@example.com” in Email. The first of each stays.',
    );
    await user.click(button(/^Leave out: 5 leads/));
    expect(await screen.findByText(/^195 leads, 4 columns/)).toBeInTheDocument();
  });

  test('counts placeholders as blank, and undoes it', async () => {
    const cities = ['Mumbai', 'Select', 'Pune', ''];
    const findings = await openFindings(withColumn('City', (lead) => cities[lead % 4] ?? ''));
    expect(findings.getByText(/^1 column has values that mean “no answer”/).textContent).toContain(
      'Such as “Select” in City: 50 leads.',
    );
    await user.click(button(/^Count as blank/));
    expect(screen.getByText('Checked: nothing more to look at first.')).toBeInTheDocument();
    await choose('Attribute 1', /City/);
    await user.click(button('Next: Map Values'));
    await user.click(await findButton('Next'));
    expect(await screen.findByText('2 values become “(Blank)”')).toBeInTheDocument();
    await user.click(button('Previous'));
    await user.click(await findButton('Back to Columns'));
    await user.click(await findButton('Show the findings'));
    await user.click(button(/^Undo: /));
    expect(button(/^Count as blank/)).toBeInTheDocument();
  });

  test.each([
    ['Magazine', () => 'No', /^1 column has the same value for all leads/],
    ['Click ID', (lead: number) => `c-${lead}`, /^1 column has a different value for nearly every lead/],
    ['Last Activity', (lead: number) => ['Call', 'Chat'][lead % 2] ?? '', /^1 column is only known later/],
    ['Gender', (lead: number) => ['f', 'm'][lead % 2] ?? '', /^1 column holds sensitive data/],
  ])('hides %s from the lists of attributes, and shows it again', async (header, cell, text) => {
    const findings = await openFindings(withColumn(header, cell));
    expect(findings.getByText(text).textContent).toContain(`${header}.`);
    const offered = async () => {
      await user.click(dropdown('Attribute 1'));
      const isThere = screen.queryByRole('option', { name: new RegExp(header) }) !== null;
      await user.keyboard('{Escape}');
      return isThere;
    };
    expect(await offered()).toBe(true);
    await user.click(button(/^Hide from the lists/));
    expect(await offered()).toBe(false);
    await user.click(button(/^Show in the lists/));
    expect(await offered()).toBe(true);
  });

  test('says nothing about the status column as an attribute', async () => {
    const tags = ['Select', 'Lost', 'Qualified'];
    await openFile({
      'Lead Status': CLEAN_FILE['Source']!.map((_, lead) => tags[lead % 3]!),
      Source: CLEAN_FILE['Source']!,
    });
    expect(await screen.findByText('Checked: nothing to look at first.')).toBeInTheDocument();
  });
});

describe('the check of the chosen columns', () => {
  const isWon = (lead: number) => CLEAN_FILE['Lead Status']?.[lead] === 'Qualified';

  test('says nothing about columns without a fault', async () => {
    await openFile(CLEAN_FILE);
    await choose('Attribute 1', /Source/);
    await choose('Attribute 2', /Country/);
    await waitFor(() => expect(screen.queryByText('Checked: nothing to look at first.')).not.toBeNull());
    expect(screen.queryByRole('list', { name: 'Found in this column' })).toBeNull();
  });

  test('warns of an attribute that decides the status, and empties its dropdown', async () => {
    await openFile(withColumn('Deal', (lead) => (isWon(lead) ? 'Contract' : 'None')));
    await choose('Attribute 1', /Deal/);
    expect(
      await screen.findByText(
        'Deal all but decides the status: 80 of 80 leads with “Contract” converted. It was probably written after the sale.',
      ),
    ).toBeInTheDocument();
    await user.click(button(/^Choose another column/));
    expect(dropdown('Attribute 1').textContent).toContain('Choose a column');
    expect(document.activeElement).toBe(dropdown('Attribute 1'));
    expect(screen.queryByText(/all but decides/)).toBeNull();
    await user.click(button('Undo'));
    expect(dropdown('Attribute 1').textContent).toContain('Deal');
    expect(document.activeElement).toBe(dropdown('Attribute 1'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('offers no undo once another column is chosen, or the column is used elsewhere', async () => {
    await openFile(withColumn('Deal', (lead) => (isWon(lead) ? 'Contract' : 'None')));
    await choose('Attribute 1', /Deal/);
    await user.click(await findButton(/^Choose another column/));
    expect(screen.getByText('“Deal” was taken out.')).toBeInTheDocument();
    await choose('Attribute 2', /Deal/);
    expect(screen.queryByText('“Deal” was taken out.')).toBeNull();
    await choose('Attribute 2', /None/);
    expect(screen.getByText('“Deal” was taken out.')).toBeInTheDocument();
    await choose('Attribute 1', /Country/);
    expect(screen.queryByText('“Deal” was taken out.')).toBeNull();
  });

  test('empties the dropdown of a column in which every lead has its own value', async () => {
    await openFile(withColumn('Click', (lead) => `c-${lead}`));
    await choose('Attribute 2', /Click/);
    await user.click(await findButton('Choose another column'));
    expect(dropdown('Attribute 2').textContent).toContain('None');
    expect(document.activeElement).toBe(dropdown('Attribute 2'));
  });

  test('warns of two attributes that say the same, under the later one', async () => {
    const codes: Record<string, string> = { Germany: 'DE', France: 'FR', Spain: 'ES' };
    await openFile(withColumn('Code', (lead) => codes[CLEAN_FILE['Country']?.[lead] ?? ''] ?? ''));
    await choose('Attribute 1', /Country/);
    await choose('Attribute 2', /Code/);
    expect(
      await screen.findByText('Country and Code say the same: “Germany” goes with “DE”, with no exception.'),
    ).toBeInTheDocument();
    await user.click(button(/^Choose another column/));
    expect(dropdown('Attribute 1').textContent).toContain('Country');
    expect(dropdown('Attribute 2').textContent).toContain('None');
  });

  test('warns of an attribute that no platform can bid on, in step 3 too', async () => {
    await openFile(withColumn('Last Activity', (lead) => ['Call', 'Chat'][lead % 2] ?? ''));
    await choose('Attribute 1', /Last Activity/);
    const text = "Last Activity is only known later, so you can't bid on it.";
    expect(await screen.findByText(text)).toBeInTheDocument();
    await user.click(button('Next: Map Values'));
    await user.click(await findButton('Next'));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('warns of too few conversions, and leads to the status values', async () => {
    const few = CLEAN_FILE['Source']!.map((_, lead) => (lead < 49 ? 'Qualified' : 'Lost'));
    await openFile({ ...CLEAN_FILE, 'Lead Status': few });
    await choose('Attribute 1', /Source/);
    const text = /^Only 49 of 200 leads converted\. With fewer than 50,/;
    expect(await screen.findByText(text)).toBeInTheDocument();
    await user.click(button(/^Choose the statuses/));
    expect(await screen.findByRole('checkbox', { name: /Qualified/ })).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /Lost/ }));
    expect(screen.queryByText(text)).toBeNull();
  });
});

describe('best split', () => {
  const numbered = (rateOf: (number: number) => boolean): LeadFile =>
    withColumn('Budget', (lead) => String(lead), {
      ...CLEAN_FILE,
      'Lead Status': CLEAN_FILE['Source']!.map((_, lead) => (rateOf(lead) ? 'Qualified' : 'Lost')),
    });
  const maxima = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /Max/ }).map(({ value }) => value);

  test('makes ranges that end where the conversion rate changes', async () => {
    await openFile(numbered((lead) => (lead < 100 ? lead % 10 === 0 : lead % 2 === 0)));
    await choose('Attribute 1', /Budget/);
    // The conversions come a moment after the column.
    await waitFor(async () => {
      await user.click(await findButton('Best split'));
      expect(maxima()).toEqual(['99', '']);
    });
    expect(button('Best split').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText(/^Best split was chosen by the outcome/)).toBeInTheDocument();
    await user.click(button('Thirds'));
    expect(button('Best split').getAttribute('aria-pressed')).toBe('false');
  });

  test('says so where no split holds', async () => {
    await openFile(numbered((lead) => lead % 2 === 0));
    await choose('Attribute 1', /Budget/);
    await waitFor(async () => {
      await user.click(await findButton('Best split'));
      expect(screen.getByText(/^No split holds/)).toBeInTheDocument();
    });
  });

  test('asks on the spot for the converted statuses where no lead counts as converted', async () => {
    await openFile({
      ...numbered(() => false),
      'Lead Status': CLEAN_FILE['Source']!.map((_, lead) => (lead < 100 ? 'Lost' : 'Deal')),
    });
    await choose('Attribute 1', /Budget/);
    await waitFor(async () => {
      await user.click(await findButton('Best split'));
      expect(screen.getByRole('group', { name: 'Which statuses count as converted?' })).toBeInTheDocument();
    });
    await user.click(screen.getByRole('checkbox', { name: /^Deal/ }));
    await waitFor(async () => {
      await user.click(button('Split by these'));
      expect(maxima()).toEqual(['99', '']);
    });
    expect(screen.queryByRole('group', { name: 'Which statuses count as converted?' })).toBeNull();
  });
});

describe('rare values', () => {
  const campaigns = (lead: number) => (lead < 120 ? 'Spring' : `Trial ${Math.floor((lead - 120) / 20)}`);

  async function openValues() {
    await openFile(withColumn('Campaign', campaigns));
    await choose('Attribute 1', /Campaign/);
    await user.click(button('Next: Map Values'));
    await user.click(await findButton('Next'));
    await screen.findByText(/^4 values have fewer than 30 leads: 80 leads in all/);
  }

  test('are merged into Other in one click, and parted again', async () => {
    await openValues();
    await user.click(button('Merge into “Other”'));
    expect(screen.getByText('4 values become “Other”')).toBeInTheDocument();
    await user.click(button('Undo merge'));
    expect(screen.queryByText('4 values become “Other”')).toBeNull();
    expect(button('Merge into “Other”')).toBeInTheDocument();
  });

  test('are those with fewer leads than the visitor says', async () => {
    await openValues();
    const least = screen.getByRole('spinbutton', { name: 'Fewest leads of a value' });
    await user.clear(least);
    await user.type(least, '20');
    expect(screen.getByText('No two values have fewer than 20 leads.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Merge into “Other”' })).toBeNull();
  });
});
