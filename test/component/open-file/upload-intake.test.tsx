import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readToast } from '#frontend/ui/toast-store.ts';
import {
  choose,
  csv,
  expectColumnsStep,
  renderWizard,
  upload,
  user,
  installWizardRoom,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

const REPORT = [
  'Campaign report',
  '"January 1, 2026"',
  'Campaign,Source,Status,Cost',
  'Brand,Google,Qualified,1',
  'Brand,Bing,Lost,2',
  'Brand,Bing,Lost',
  ',,,',
  'Other,Google,Lost,4,extra',
  'Other,Google,Qualified,5',
  'Total,--,--,12',
].join('\n');

async function open(content: BlobPart | File) {
  renderWizard();
  await upload(content instanceof File ? content : csv(content));
  await expectColumnsStep();
}

/** From now on every read of a part of the file waits, in the order of asking, until it is told to come. */
function holdParts(file: File): readonly (() => Promise<void>)[] {
  const held: (() => Promise<void>)[] = [];
  const slice = file.slice.bind(file);
  file.slice = (...ends) => {
    const part = slice(...ends);
    const bytes = part.arrayBuffer();
    const told = Promise.withResolvers<void>();
    part.arrayBuffer = () => told.promise.then(() => bytes);
    held.push(() =>
      act(async () => {
        await bytes;
        told.resolve();
        // It is read within this task, unless its encoding needs a part of the program that is fetched first.
        await new Promise((resolve) => setTimeout(resolve));
      }),
    );
    return part;
  };
  return held;
}

async function openDialog() {
  await user.click(screen.getByRole('button', { name: 'Change' }));
  return within(await screen.findByRole('dialog', { name: 'How the file is read' }));
}

const apply = () => user.click(screen.getByRole('button', { name: 'Apply' }));

describe('the intake line', () => {
  test('describes the file in one line, for each delimiter and encoding', async () => {
    await open(new Uint8Array([...new TextEncoder().encode('Status;Quelle\nQualified;M'), 0xfc, 0x0a]));
    expect(screen.getByText('1 lead, 2 columns, semicolon-separated, Windows-1252')).toBeInTheDocument();
  });

  test('names irregular rows in plain words', async () => {
    await open(REPORT);
    for (const text of [
      '2 lines above the column headers were left out.',
      '“Campaign report”, “January 1, 2026”',
      'The last line looks like a report footer and was left out.',
      '1 empty row was skipped.',
      '1 row had too few cells; the missing ones count as blank.',
      '1 row had too many cells; the extra ones were left out.',
    ])
      expect(screen.getByText(text)).toBeInTheDocument();
  });

  test('lines above the header and totals at the end have a switch', async () => {
    await open(REPORT);
    expect(screen.getByText('5 leads, 4 columns, comma-separated, UTF-8')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Keep: The last line/ }));
    await screen.findByText('6 leads, 4 columns, comma-separated, UTF-8');
    await user.click(screen.getByRole('button', { name: /^Keep: 2 lines above/ }));
    await screen.findByText('8 leads, 4 columns, comma-separated, UTF-8');
    await user.click(screen.getByRole('button', { name: /^Leave out: The last line/ }));
    await screen.findByText('7 leads, 4 columns, comma-separated, UTF-8');
  });

  test('notes at the end that no report is known for count until they are left out', async () => {
    await open('a,b,c,d\n1,2,3,4\n5,6,7,8\nA note\nTotal,2,,12\n');
    expect(screen.getByText('3 leads, 4 columns, comma-separated, UTF-8')).toBeInTheDocument();
    const text = 'The last 2 lines look like a report footer: 1 is counted as a lead, 1 was left out.';
    await user.click(screen.getByRole('button', { name: `Leave out: ${text}` }));
    await screen.findByText('2 leads, 4 columns, comma-separated, UTF-8');
    await user.click(screen.getByRole('button', { name: /^Keep: The last 2 lines/ }));
    await screen.findByText('4 leads, 4 columns, comma-separated, UTF-8');
  });

  test('a quotation mark that is never closed is named with its line', async () => {
    await open('Status,Source\nLost,Bing\nQualified,"Google\nLost,Bing\n');
    expect(screen.getByText(/1 quotation mark \("\) is never closed/)).toBeInTheDocument();
    expect(screen.getByText('Line 3')).toBeInTheDocument();
  });
});

describe('changing how a file is read', () => {
  test('the first rows are shown, and another header row can be chosen', async () => {
    await open(REPORT);
    const dialog = await openDialog();
    expect(dialog.getByRole('radio', { name: 'Row 3' })).toHaveProperty('checked', true);
    const rows = dialog.getByRole('table', { name: 'First rows of the file' });
    expect(within(rows).getByRole('rowheader', { name: 'Row 3' })).toBeInTheDocument();
    expect(dialog.getByText('Campaign report')).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Row 4' }));
    expect(
      dialog.getByRole('checkbox', { name: 'Leave out the 3 rows above the header row' }),
    ).toBeInTheDocument();
    await apply();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('4 leads, 4 columns, comma-separated, UTF-8')).toBeInTheDocument();
    expect(screen.getByText('3 lines above the column headers were left out.')).toBeInTheDocument();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change' }));
  });

  test('the file is read again for other choices than those of the open file, and for no others', async () => {
    const file = csv(REPORT);
    await open(file);
    const slices = vi.spyOn(file, 'slice');
    const dialog = await openDialog();
    expect(dialog.getByText('Campaign report')).toBeInTheDocument();
    expect(slices).not.toHaveBeenCalled();
    await choose('Encoding', /^Windows-1252/);
    expect(await dialog.findByText('Campaign report')).toBeInTheDocument();
    expect(slices).toHaveBeenCalledOnce();
    await choose('Encoding', /^UTF-8/);
    expect(dialog.getByText('Campaign report')).toBeInTheDocument();
    expect(slices).toHaveBeenCalledOnce();
  });

  test('another encoding is shown before it is applied', async () => {
    await open(new TextEncoder().encode('Status,City\nQualified,Zürich\nLost,Bern\n'));
    const dialog = await openDialog();
    expect(dialog.getByText('Zürich')).toBeInTheDocument();
    await choose('Encoding', /^Windows-1252/);
    expect(await dialog.findByText('ZÃ¼rich')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
    await openDialog();
    await choose('Encoding', /^Windows-1252/);
    await apply();
    expect(await screen.findByText('2 leads, 2 columns, comma-separated, Windows-1252')).toBeInTheDocument();
  });

  test('the rows of one choice are never shown for another', async () => {
    const file = csv('Status;City,Country\nQualified;Zürich,CH\nLost;Bern,CH\n');
    await open(file);
    const dialog = await openDialog();
    const parts = holdParts(file);
    const cells = () => dialog.queryAllByRole('cell').map(({ textContent }) => textContent);
    await choose('Delimiter', /^Semicolon/);
    expect(cells()).toEqual([]);
    await parts[0]?.();
    await waitFor(() => expect(cells()).toContain('Zürich,CH'));
    await choose('Encoding', /^Windows-1252/);
    expect(cells()).toEqual([]);
    await parts[1]?.();
    await waitFor(() => expect(cells()).toContain('ZÃ¼rich,CH'));
    await choose('Delimiter', /^Comma/);
    expect(cells()).toEqual([]);
    await parts[2]?.();
    await waitFor(() => expect(cells()).toContain('Qualified;ZÃ¼rich'));
  });

  test('rows of an earlier choice that arrive late do not replace those of the last choice', async () => {
    const file = csv('Status,City\nQualified,Zürich\nLost,Bern\n');
    await open(file);
    const dialog = await openDialog();
    const parts = holdParts(file);
    await choose('Encoding', /^UTF-16 \(/);
    await choose('Encoding', /^Windows-1252/);
    await parts[1]?.();
    expect(await dialog.findByText('ZÃ¼rich')).toBeInTheDocument();
    await parts[0]?.();
    expect(dialog.getByText('ZÃ¼rich')).toBeInTheDocument();
  });

  test('the header row is found again for another encoding or delimiter', async () => {
    // Between commas the first line is a title, between semicolons a header.
    await open(
      'Spring,2026;Total\nCampaign,Source,Device,Status;Cost\nBrand,Google,Phone,Qualified;1\nOther,Bing,Tablet,Lost;2\n',
    );
    const dialog = await openDialog();
    const isHeader = (row: number) => dialog.getByRole('radio', { name: `Row ${row}` }).matches(':checked');
    expect(isHeader(1)).toBe(true);
    await user.click(dialog.getByRole('radio', { name: 'Row 3' }));
    await choose('Encoding', /^Windows-1252/);
    await waitFor(() => expect(isHeader(1)).toBe(true));
    await user.click(dialog.getByRole('radio', { name: 'Row 3' }));
    await choose('Delimiter', /^Comma/);
    await waitFor(() => expect(isHeader(2)).toBe(true));
    await apply();
    expect(await screen.findByText('2 leads, 4 columns, comma-separated, Windows-1252')).toBeInTheDocument();
    expect(screen.getByText('1 line above the column headers was left out.')).toBeInTheDocument();
  });

  test('the header row is also found for a choice that is applied before its rows are shown', async () => {
    const file = csv(REPORT);
    await open(file);
    await openDialog();
    holdParts(file);
    await choose('Encoding', /^Windows-1252/);
    await apply();
    expect(await screen.findByText('5 leads, 4 columns, comma-separated, Windows-1252')).toBeInTheDocument();
    expect(screen.getByText('2 lines above the column headers were left out.')).toBeInTheDocument();
  });

  test('another reading closes the message about a change of the earlier one, which another step leaves open', async () => {
    await open(REPORT);
    await choose('Attribute 1', /^Source/);
    await user.click(screen.getByRole('button', { name: 'Next: Map Values' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Analyze' }));
    await user.click(await screen.findByRole('button', { name: 'Threshold 25' }));
    const message = { title: 'Settings changed', isOpen: true };
    expect(readToast()).toMatchObject(message);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await expectColumnsStep();
    expect(readToast()).toMatchObject(message);
    await user.click(await screen.findByRole('button', { name: /^Keep: 2 lines above/ }));
    await screen.findByText('7 leads, 4 columns, comma-separated, UTF-8');
    expect(readToast()).toMatchObject({ ...message, isOpen: false });
  });

  test('the choices for lines outside the data stay, and the dialog can change them', async () => {
    await open(REPORT);
    await user.click(screen.getByRole('button', { name: /^Keep: 2 lines above/ }));
    await screen.findByText('7 leads, 4 columns, comma-separated, UTF-8');
    await user.click(screen.getByRole('button', { name: /^Keep: The last line/ }));
    await screen.findByText('8 leads, 4 columns, comma-separated, UTF-8');

    await openDialog();
    const above = () => screen.getByRole('checkbox', { name: 'Leave out the 2 rows above the header row' });
    const below = () => screen.getByRole('checkbox', { name: /^Leave out the last line/ });
    expect([above().matches(':checked'), below().matches(':checked')]).toEqual([false, false]);
    await choose('Encoding', /^Windows-1252/);
    await apply();
    expect(await screen.findByText('8 leads, 4 columns, comma-separated, Windows-1252')).toBeInTheDocument();

    await openDialog();
    await user.click(above());
    await apply();
    expect(await screen.findByText('6 leads, 4 columns, comma-separated, Windows-1252')).toBeInTheDocument();
    await openDialog();
    await user.click(below());
    await apply();
    expect(await screen.findByText('5 leads, 4 columns, comma-separated, Windows-1252')).toBeInTheDocument();
  });

  test('the numbers of a column are those of the file as it is read now', async () => {
    await open(REPORT);
    await choose('Attribute 1', /^Cost/);
    expect(await screen.findByText('Min 1 · Max 5')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Keep: The last line/ }));
    expect(await screen.findByText('Min 1 · Max 12')).toBeInTheDocument();
  });

  test('known lines at the end are left out also where another delimiter finds them', async () => {
    await open('Status;Source,x\nWon;Ads,y\nLost;Web,z\nTotal;2,\n');
    expect(screen.queryByText(/at the end/)).toBeNull();
    await openDialog();
    await choose('Delimiter', /^Semicolon/);
    await apply();
    expect(await screen.findByText('2 leads, 2 columns, semicolon-separated, UTF-8')).toBeInTheDocument();
  });

  test('a choice that fails says so in the dialog and keeps the file as it was', async () => {
    await open('Status,Source\nQualified,Google\nLost,Bing\n');
    const dialog = await openDialog();
    await choose('Delimiter', /^Semicolon/);
    const text = 'CSV must have at least 2 columns (1 for Status + 1 for attribute)';
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    await apply();
    // Not before it has been tried.
    await dialog.findByRole('button', { name: 'Apply' });
    expect(dialog.getByRole('alert').textContent).toBe(text);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a refused file can be opened with other options', async () => {
    const wide = Array.from({ length: 43 }, (_, i) => `part ${i}`).join(',');
    renderWizard();
    await upload(csv(`${wide};Status\n${wide};Qualified\n${wide};Lost\n`));
    expect((await screen.findByRole('alert')).textContent).toContain('CSV has 43 columns but maximum is 40.');
    await user.click(screen.getByRole('button', { name: 'Change how it is read' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'How the file is read' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('CSV has 43 columns');
    expect(dialog.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
    await choose('Delimiter', /^Semicolon/);
    expect(await dialog.findByText('Lost')).toBeInTheDocument();
    await apply();
    await expectColumnsStep();
    expect(screen.getByText('2 leads, 2 columns, semicolon-separated, UTF-8')).toBeInTheDocument();
  });

  test('a file that is no CSV file has no offer of other options', async () => {
    renderWizard();
    await upload(csv('a,b\n1,2\n', 'leads.png'));
    expect((await screen.findByRole('alert')).textContent).toContain('Please upload a CSV file');
    expect(screen.queryByRole('button', { name: 'Change how it is read' })).toBeNull();
  });
});
