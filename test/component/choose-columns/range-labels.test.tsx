import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

const FILE = 'Status,Visits\n' + 'Qualified,1\nLost,2\nLost,5\nQualified,9\n'.repeat(3);

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const namesOf = (role: 'combobox' | 'option') =>
  screen.queryAllByRole(role).map((element) => element.getAttribute('aria-label') ?? element.textContent);
const nameField = (value: string) => screen.getByRole<HTMLInputElement>('combobox', { name: value });

async function labelRange(position: number, label: string) {
  const row = within(await screen.findByRole('group', { name: `Range ${position}` }));
  fireEvent.change(row.getByLabelText('Label'), { target: { value: label } });
}

/** From step 2 to the values of the attribute. */
async function goToNames() {
  await press('Next: Map Values');
  await screen.findByRole('checkbox', { name: 'Qualified' });
  await press('Next');
  await screen.findByRole('list', { name: 'Values of Visits' });
}

async function analyze(): Promise<(string | null)[]> {
  await press('Analyze');
  const segments = within(await screen.findByRole('list', { name: 'Segments' }));
  return segments.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('a new label of a range takes the place of the old one in the names, the suggestions and the results', async () => {
  renderWizard();
  await upload(csv(FILE));
  await expectColumnsStep();
  await choose('Attribute 1', /^Visits/);
  await user.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
  await goToNames();
  expect(namesOf('combobox')).toEqual(['Low', 'Medium', 'High']);
  await user.type(nameField('Low'), 'Few{Enter}');
  expect(await analyze()).toEqual(['Visits: Few', 'Visits: High', 'Visits: Medium']);

  await press(/^Select Columns/);
  await labelRange(1, 'Small');
  await labelRange(2, 'Middle');
  await goToNames();
  expect(namesOf('combobox')).toEqual(['Small', 'Middle', 'High']);
  expect(nameField('Small').value).toBe('');
  const summary = screen.getByRole('complementary', { name: 'Summary' });
  expect(summary.textContent).toBe('3values, none grouped');
  nameField('High').focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(namesOf('option')).toEqual(['Small', 'Middle']));
  await user.keyboard('{Escape}');
  expect(await analyze()).toEqual(['Visits: High', 'Visits: Middle', 'Visits: Small']);
});
