import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useIntakePreview } from '#frontend/features/open-file/intake-preview.ts';
import { openedFile } from '#test/support/opened-file.ts';
import {
  choose,
  expectColumnsStep,
  installWizardRoom,
  renderWizard,
  upload,
  user,
} from '#test/support/wizard-room.tsx';
import { writeWorkbook, zipFiles } from '#test/support/xlsx-files.ts';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

const LEADS = [
  ['Status', 'Source', 'Score'],
  ['Won', 'Google', 1],
  ['Lost', 'Bing', 2],
  ['Lost', 'Google', 3],
];
const COSTS = [
  ['Channel', 'Cost'],
  ['Paid', 7],
];
const WORKBOOK = writeWorkbook({
  sheets: [
    { name: 'Leads', rows: [...LEADS, [], ...COSTS], hidden: [2] },
    { name: 'Costs', rows: COSTS },
  ],
});

async function open(bytes: Uint8Array<ArrayBuffer>, name: string) {
  renderWizard();
  await upload(new File([bytes], name));
  await expectColumnsStep();
}

async function openDialog() {
  await user.click(screen.getByRole('button', { name: 'Change' }));
  return within(await screen.findByRole('dialog', { name: 'How the file is read' }));
}

const apply = () => user.click(screen.getByRole('button', { name: 'Apply' }));

describe('a spreadsheet', () => {
  test('is opened, and the line names its sheet, what is left out and what is hidden', async () => {
    await open(WORKBOOK, 'leads.xlsx');
    expect(screen.getByText('3 leads, 3 columns, sheet “Leads” (1 of 2)')).toBeInTheDocument();
    expect(screen.getByText('1 row that the spreadsheet hides is counted too.')).toBeInTheDocument();
    const text = 'The first table of the sheet is read; 2 rows below it were left out.';
    await user.click(screen.getByRole('button', { name: `Read the whole sheet: ${text}` }));
    await screen.findByText('5 leads, 3 columns, sheet “Leads” (1 of 2)');
    const dialog = await openDialog();
    await user.click(dialog.getByRole('checkbox', { name: 'Read only the first table of the sheet' }));
    await apply();
    await screen.findByText('3 leads, 3 columns, sheet “Leads” (1 of 2)');
  });

  test('lets another sheet be chosen, which is shown before it is read', async () => {
    await open(WORKBOOK, 'leads.csv');
    const dialog = await openDialog();
    expect(dialog.queryByText('Delimiter')).toBeNull();
    await choose('Sheet', /^Costs/);
    expect(await dialog.findByText('Channel')).toBeInTheDocument();
    await apply();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('1 lead, 2 columns, sheet “Costs” (2 of 2)')).toBeInTheDocument();
  });

  test('that is refused for its first sheet can be opened with another', async () => {
    const narrow = [
      ['a', 'b'],
      ['1', '2'],
    ];
    const wide = [0, 1].map((row) => Array.from({ length: 41 }, (_, column) => `${row} ${column}`));
    renderWizard();
    const sheets = [
      { name: 'Wide', rows: wide },
      { name: 'Narrow', rows: narrow },
    ];
    await upload(new File([writeWorkbook({ sheets })], 'leads.xlsx'));
    expect((await screen.findByRole('alert')).textContent).toContain('CSV has 41 columns but maximum is 40.');
    await user.click(screen.getByRole('button', { name: 'Change how it is read' }));
    await screen.findByRole('dialog');
    await choose('Sheet', /^Narrow/);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled());
    await apply();
    await expectColumnsStep();
    expect(screen.getByText('1 lead, 2 columns, sheet “Narrow” (2 of 2)')).toBeInTheDocument();
  });
});

describe('a zip', () => {
  test('with several files lets another be chosen, with its own delimiter', async () => {
    const zip = zipFiles({ 'a.csv': 'Status,Source\nWon,x\nLost,y\n', 'b.csv': 'Status;City\nWon;Rome\n' });
    await open(zip, 'export.zip');
    expect(
      screen.getByText('2 leads, 2 columns, comma-separated, UTF-8, a.csv (1 of 2) in the zip'),
    ).toBeInTheDocument();
    const dialog = await openDialog();
    expect(dialog.getByText('Delimiter')).toBeInTheDocument();
    await choose('File in the zip', /^b\.csv/);
    expect(await dialog.findByText('Rome')).toBeInTheDocument();
    await apply();
    await screen.findByText('1 lead, 2 columns, semicolon-separated, UTF-8, b.csv (2 of 2) in the zip');
  });

  test.each([
    [zipFiles({ 'readme.txt': 'x' }), 'This zip holds no .csv or .xlsx file.'],
    [zipFiles({ 'a.zip': 'x' }), 'This zip holds another zip.'],
    [WORKBOOK.slice(0, 300), 'This file is damaged or incomplete.'],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'This file was saved by an old Excel.'],
  ])('that cannot be read says what to do', async (bytes, text) => {
    renderWizard();
    await upload(new File([bytes], 'leads.zip'));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the preview', () => {
  const unpacked = {
    entry: 'a.xlsx',
    entries: ['a.xlsx'],
    sheet: 'Leads',
    sheets: ['Leads', 'Costs'],
    errorCells: 0,
    formulaCells: 0,
    hiddenRows: 0,
    otherRows: 2,
    otherColumns: 0,
    isWhole: false,
  };
  const asRead = { entry: 'a.xlsx', sheet: 'Leads' };
  /** The preview that is known at once: without a file nothing more is read. */
  const atOnce = (
    found: Partial<typeof unpacked> | null,
    options: Parameters<typeof useIntakePreview>[1],
  ) => {
    const { report } = openedFile(['Status', 'Source']);
    const read = {
      ...report,
      firstRecords: [['Status', 'Source']],
      unpacked: found && { ...unpacked, ...found },
    };
    return renderHook(() => useIntakePreview({ file: null, report: read, isPacked: true }, options)).result
      .current;
  };

  test('is that of the open file as long as the choices are those with which it was read', () => {
    expect(atOnce({}, asRead)).toMatchObject({
      firstRecords: [['Status', 'Source']],
      headerRow: 1,
      problem: null,
    });
    expect(atOnce({}, { ...asRead, wholeSheet: false })).not.toBeNull();
    expect(atOnce({ isWhole: true }, { ...asRead, wholeSheet: true })).not.toBeNull();
    // A spreadsheet has no encoding of its own.
    expect(atOnce({}, { ...asRead, encoding: 'utf-16le' })).not.toBeNull();
    expect(atOnce(null, { encoding: 'utf-8', delimiter: ',' })).not.toBeNull();
  });

  test.each([{ wholeSheet: true }, { sheet: 'Costs' }, { entry: 'b.xlsx' }, { entry: undefined }])(
    'is not that of the open sheet with %j',
    (choice) => expect(atOnce({}, { ...asRead, ...choice })).toBeNull(),
  );

  test.each([{ encoding: 'utf-16le' }, { delimiter: ';' }, { sheet: 'Leads' }] as const)(
    'is not that of the open text with %j',
    (choice) => expect(atOnce(null, { encoding: 'utf-8', delimiter: ',', ...choice })).toBeNull(),
  );
});
