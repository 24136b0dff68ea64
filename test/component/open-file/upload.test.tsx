import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { wantNewAnalysis } from '#frontend/lib/new-analysis.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { dismissToast, readToast } from '#frontend/ui/toast-store.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import {
  choose,
  csv,
  drag,
  expectAlert,
  expectColumnsStep,
  fileInput,
  GOOD,
  HEADLINE,
  paste,
  renderWizard,
  upload,
  user,
  installWizardRoom,
  ZONE,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();
afterEach(() => dismissToast(readToast()?.id ?? 0));

const columns = (count: number) => Array.from({ length: count }, (_, i) => `c${i + 1}`).join(',');
const button = (name: string) => screen.getByRole('button', { name });

/** A file whose bytes come only when told to, or never. */
function slowFile(text: string) {
  const file = csv(text, 'slow.csv');
  let release = () => {};
  file.arrayBuffer = () =>
    new Promise((resolve) => {
      release = () => resolve(new TextEncoder().encode(text).buffer);
    });
  return { file, release: () => release() };
}

describe('step 1 before a file', () => {
  test('has one headline, the zone with its texts, and one native file input', () => {
    const { container } = renderWizard();
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
      HEADLINE,
    ]);
    for (const text of [ZONE, 'Supports .csv files up to 10MB', 'Your file stays in this browser'])
      expect(screen.getAllByText(text)).toHaveLength(1);
    const inputs = container.querySelectorAll('input[type=file]');
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toBe(fileInput());
    expect(inputs[0]?.getAttribute('accept')).toBe('.csv,.tsv,.txt,.xlsx,.xls,.zip');
  });

  test('the expected format has its four rules, in a line that opens and in a part for screens with room', async () => {
    renderWizard();
    const details = screen.getByText('Expected CSV Format', { selector: 'summary' }).closest('details');
    expect(details?.open).toBe(false);
    await user.click(screen.getByText('Expected CSV Format', { selector: 'summary' }));
    expect(details?.open).toBe(true);
    for (const part of [details, screen.getByRole('region', { name: 'Expected CSV Format' })])
      expect(
        within(part ?? document.body)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual([
        'Up to 20 columns supported',
        'At least 2 columns (1 Status + 1-3 attributes)',
        'First row holds column headers',
        'After upload, you select which columns to analyze',
      ]);
  });

  test('the step is marked as the current one and no other can be visited', () => {
    renderWizard();
    const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
    expect(steps.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1UploadYour leads as CSV or Excel',
      '2Select ColumnsThe status, and what to compare leads by',
      '3Map ValuesThe statuses that count as converted',
      '4ResultsValue rules and lead values',
    ]);
    expect(
      steps.getByText('Upload', { selector: 'li *' }).closest('[aria-current]')?.getAttribute('aria-current'),
    ).toBe('step');
    expect(steps.queryAllByRole('button')).toEqual([]);
  });

  test('the steps are numbered once; beside them stands what comes out, with intervals of the shown rates', () => {
    renderWizard();
    const aside = within(screen.getByRole('complementary', { name: 'What you get' }));
    expect(aside.getByText('Rules and values for Google, Meta, Microsoft and LinkedIn')).toBeInTheDocument();
    expect(aside.getAllByRole('listitem')[0]?.textContent).toBe('Referral▲50.4%, interval 44% to 57%');
    expect(screen.getAllByText('1', { selector: '[aria-hidden]' })).toHaveLength(1);
  });
});

describe('bringing a file', () => {
  test('a chosen file opens step 2 at its top, with the focus on its heading', async () => {
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Your data' }).textContent).toContain(
      'leads.csv2 leadsStatus: Status',
    );
  });

  test.each([
    ['another file type', csv(GOOD, 'leads.png'), 'Please upload a CSV file'],
    ['more than 10 MB', csv(new Uint8Array(10 * 1024 * 1024 + 1)), 'File size must be less than 10MB'],
    ['nothing at all', csv(''), 'CSV file must contain at least a header row and one data row'],
    [
      'a header alone',
      csv('Status,Source\n'),
      'CSV file must contain at least a header row and one data row',
    ],
    [
      '41 columns',
      csv(`${columns(41)}\n${columns(41)}\n`),
      'CSV has 41 columns but maximum is 40. Please remove 1 column(s).',
    ],
    [
      'one column',
      csv('Status\nLost\n'),
      'CSV must have at least 2 columns (1 for Status + 1 for attribute)',
    ],
  ])('refuses %s with its text, and a good file clears it', async (_, file, text) => {
    renderWizard();
    await upload(file);
    await expectAlert(text);
    await waitFor(() => expect(document.activeElement).toBe(fileInput()));
    await upload(csv(GOOD));
    await expectColumnsStep();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('tells with a file that is too large which columns to leave out, from its head alone', async () => {
    const row = (n: number) => `Won,Web,${n},${'ü'.repeat(400)},${'d'.repeat(195)}\n`;
    const rows = Array.from({ length: 20_000 }, (_, n) => row(n)).join('');
    const file = csv(`Status,Source,Id,Notes,Details\n${rows}`);
    // The part after the head would be unreadable.
    const slices = vi.spyOn(file, 'slice');
    file.arrayBuffer = () => Promise.reject(new Error('The whole file is read'));
    file.stream = () => {
      throw new Error('The whole file is read');
    };
    const threads = stubBrowserThread();
    const { unmount } = renderWizard();
    await upload(file);
    await expectAlert('File size must be less than 10MB');
    await expectAlert('Widest columns');
    await expectAlert(
      'It has 19.3 MB. Widest columns: Notes (80% of the text) and Details (19% of the text). Export it without Notes: that leaves about 3.9 MB.',
    );
    expect(slices.mock.calls).toEqual([[0, 512 * 1024]]);
    unmount();
    await waitFor(() => expect(threads.running).toBe(0));
  });

  test('a file that cannot be read fails with a clear text', async () => {
    renderWizard();
    const file = csv(GOOD);
    file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await upload(file);
    await expectAlert('Failed to parse CSV file');
  });

  test('a sample that could not be fetched is named', async () => {
    vi.doMock('#frontend/features/open-file/sample-data.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    onTestFinished(() => void vi.doUnmock('#frontend/features/open-file/sample-data.ts'));
    renderWizard();
    await user.click(button('Download sample'));
    await waitFor(() => expect(readToast()?.description).toBe(PART_MISSING));
  });

  test('the sample is one click away, and can be downloaded', async () => {
    const saved = vi.fn<(blob: Blob) => string>(() => 'blob:sample');
    URL.createObjectURL = saved;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    renderWizard();
    await user.click(button('Download sample'));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(await saved.mock.calls[0]?.[0].text()).toMatch(/^Lead ID,Created,Lead Status,Source,/);
    await user.click(button('Try sample data'));
    await expectColumnsStep();
    expect(screen.getByText('2,000 leads, 9 columns, comma-separated, UTF-8')).toBeInTheDocument();
  });
});

describe('dropping', () => {
  test('a file dropped anywhere on the page counts, and hovering lights up the zone', async () => {
    const { container } = renderWizard();
    expect(container.querySelector('[data-over]')).toBeNull();
    expect(drag('dragOver', document.body, { files: [csv(GOOD)] })).toBe(false);
    await waitFor(() => expect(container.querySelector('[data-over]')?.textContent).toContain(ZONE));
    expect(drag('drop', document.body, { files: [csv(GOOD)] })).toBe(false);
    await expectColumnsStep();
  });

  const HEADER = 'Lead ID,Lead Status,Source\n';

  test('several files of the same columns become one, which can be undone line by line', async () => {
    renderWizard();
    drag('drop', document.body, {
      files: [
        csv(`${HEADER}1,Won,Ads\n2,Lost,Web\n`, 'may.csv'),
        csv(`${HEADER}2,Lost,Web\n3,Won,Ads\n`, 'june.csv'),
        csv('Source;Lead ID;Lead Status\nAds;4;Lost\n', 'july.csv'),
      ],
    });
    await expectColumnsStep();
    expect(screen.getAllByText('may and 2 more.csv')).not.toEqual([]);
    expect(screen.getByText('3 files, 4 leads, 3 columns')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    const text = '1 line stands in another of the files too and counts once.';
    await user.click(screen.getByRole('button', { name: `Count each time: ${text}` }));
    await screen.findByText('3 files, 5 leads, 3 columns');
  });

  test('of files with other columns none is opened', async () => {
    renderWizard();
    drag('drop', document.body, {
      files: [csv(`${HEADER}1,Won,Ads\n`, 'may.csv'), csv('Lead ID,Status\n1,Won\n', 'june.csv')],
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'june.csv: It lacks “Lead Status”, “Source”, which may.csv has. It has “Status”, which may.csv lacks.',
    );
    expect(screen.queryByRole('button', { name: 'Change how it is read' })).toBeNull();
  });

  test('while a file is read, a later one wins', async () => {
    renderWizard();
    drag('drop', document.body, { files: [csv(GOOD, 'a.csv'), csv(GOOD, 'b.csv')] });
    drag('drop', document.body, { files: [csv(GOOD, 'later.csv')] });
    await expectColumnsStep();
    expect(screen.getAllByText('later.csv')).not.toEqual([]);
    expect(screen.queryByText(/and 1 more/)).toBeNull();
  });

  test('an old Excel file is refused with the specified message, the cause and what to do', async () => {
    renderWizard();
    drag('drop', document.body, {
      files: [new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)], 'leads.xls')],
    });
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toMatch(
      /^Please upload a CSV file.*saved by an old Excel\. Open it in Excel, save it as \.xlsx or \.csv.*leads\.xls was not opened\./,
    );
  });

  test('a text named .txt opens as a table, and prose does not', async () => {
    renderWizard();
    const prose = 'Dear all,\nthe leads, the sources, and so on\nWe had\none, two\nand, as ever, more\nBye\n';
    drag('drop', document.body, { files: [csv(prose, 'letter.txt')] });
    expect((await screen.findByRole('alert')).textContent).toContain('This text is no table');
    drag('drop', document.body, { files: [csv(GOOD.replaceAll(',', '\t'), 'leads.txt')] });
    await expectColumnsStep();
  });

  test('a folder or nothing is ignored, and the browser does not act on it either', async () => {
    renderWizard();
    expect(drag('drop', document.body, { folders: ['leads'] })).toBe(false);
    expect(drag('drop', document.body, {})).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    drag('drop', document.body, { folders: ['leads'], files: [csv(GOOD)] });
    await expectColumnsStep();
  });

  test('in a later step a dropped file asks once, and Cancel changes nothing', async () => {
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    expect(drag('drop', document.body, { files: [csv(GOOD, 'other.csv')] })).toBe(false);
    const question = await screen.findByRole('alertdialog', { name: 'Open “other.csv” instead?' });
    expect(question.textContent).toContain('takes the place of “leads.csv” and of your choices for it');
    // Another one is not asked about over the open question.
    drag('drop', document.body, { files: [csv(GOOD, 'third.csv')] });
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    await user.click(button('Cancel'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await expectColumnsStep();
    expect(screen.getByRole('region', { name: 'Your data' }).textContent).toContain('leads.csv');
  });

  test('a file that is dropped on a later step opens after the answer, or is refused beside the open one', async () => {
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    drag('drop', document.body, { files: [csv('Status\n', 'bad.csv')] });
    await screen.findByRole('alertdialog');
    await user.click(button('Open'));
    await expectAlert('CSV file must contain at least a header row and one data row');
    await user.click(button('Go back to it'));
    await user.click(button('Next: Select Columns'));
    await expectColumnsStep();
    drag('drop', document.body, { files: [csv(`${GOOD}New,Bing\n`, 'other.csv')] });
    await screen.findByRole('alertdialog');
    await user.click(button('Open'));
    await screen.findByText('3 leads, 2 columns, comma-separated, UTF-8');
    expect(screen.getByRole('region', { name: 'Your data' }).textContent).toContain('other.csv');
  });

  test('New analysis shows the zone, and the open file stays', async () => {
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    act(wantNewAnalysis);
    expect(await screen.findByText(ZONE)).toBeInTheDocument();
    await user.click(button('Go back to it'));
    expect(screen.getByText('leads.csv', { selector: 'h2' })).toBeInTheDocument();
  });
});

describe('pasting', () => {
  const CELLS = 'Status\tSource\nQualified\tGoogle\n';

  test('cells of a spreadsheet are read like a file', async () => {
    renderWizard();
    paste('Status\tSource\nQualified\tGoogle\nLost\t"Two\nlines"\n');
    await expectColumnsStep();
    expect(screen.getByText('2 leads, 2 columns, tab-separated, UTF-8')).toBeInTheDocument();
    expect(screen.getAllByText('pasted-leads.csv')).not.toEqual([]);
  });

  test('several copied files become one, as when they are dropped', async () => {
    renderWizard();
    const files = ['Google', 'Meta'].map(
      (source) => new File([`Status,Source\nQualified,${source}\n`], `${source}.csv`, { type: 'text/csv' }),
    );
    paste('Google.csv\nMeta.csv', { files });
    await expectColumnsStep();
    expect(screen.getAllByText('Google and 1 more.csv')).not.toEqual([]);
    expect(screen.getByText(/^2 files, 2 leads/)).toBeInTheDocument();
  });

  test('the picture that a spreadsheet adds is ignored', async () => {
    renderWizard();
    paste(CELLS, {
      files: [new File(['x'], 'image.png', { type: 'image/png' })],
    });
    await expectColumnsStep();
    expect(screen.getAllByText('pasted-leads.csv')).not.toEqual([]);
  });

  test('cells are read wherever the focus is', async () => {
    renderWizard();
    expect(paste(CELLS, { target: fileInput() })).toBe(false);
    await expectColumnsStep();
  });

  test.each(['textarea', 'input'])('text pasted into a field stays there: %s', (kind) => {
    renderWizard();
    const field = document.createElement(kind);
    document.body.append(field);
    // The browser goes on with it, and nothing is read.
    expect(paste(CELLS, { target: field })).toBe(true);
    expect(screen.getByText(ZONE)).toBeInTheDocument();
    field.remove();
  });

  test('a paste inside a dialog opens no file', async () => {
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'How the file is read' }));
    expect(paste(CELLS, { target: dialog.getByRole('button', { name: 'Cancel' }) })).toBe(true);
    expect(paste(CELLS, { target: dialog.getByRole('radio', { name: 'Row 1' }) })).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { level: 2, name: 'leads.csv' })).toBeInTheDocument();
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
  });

  test('a paste inside a confirmation dialog opens no file', () => {
    renderWizard();
    const rest = {
      title: 'Delete it?',
      description: '',
      confirmLabel: 'Delete',
      onConfirm: vi.fn<() => void>(),
    };
    render(<ConfirmDialog onClose={vi.fn<() => void>()} {...rest} />);
    expect(paste(CELLS, { target: button('Cancel') })).toBe(true);
    expect(screen.getByText(ZONE)).toBeInTheDocument();
  });

  test('the button reads the clipboard', async () => {
    vi.stubGlobal('navigator', { clipboard: { readText: () => Promise.resolve('a\tb\n1\t2\n') } });
    renderWizard();
    await user.click(button('Paste from a spreadsheet'));
    await expectColumnsStep();
    expect(screen.getAllByText('pasted-leads.csv')).not.toEqual([]);
  });

  test('where the browser does not allow that, the button says which keys to press', async () => {
    vi.stubGlobal('navigator', { clipboard: { readText: () => Promise.reject(new Error('denied')) } });
    renderWizard();
    await user.click(button('Paste from a spreadsheet'));
    expect(await screen.findByText(/press Ctrl\+V here \(⌘V on a Mac\)/)).toBeInTheDocument();
  });

  test('the button says that the clipboard is empty', async () => {
    vi.stubGlobal('navigator', { clipboard: { readText: () => Promise.resolve('  ') } });
    renderWizard();
    await user.click(button('Paste from a spreadsheet'));
    expect(await screen.findByText(/There is no text on the clipboard/)).toBeInTheDocument();
  });
});

describe('while a file is read', () => {
  test('says so with a progress bar, and goes on when it is done', async () => {
    renderWizard();
    const slow = slowFile(GOOD);
    await upload(slow.file);
    expect(screen.getByText('Processing file...')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Processing file...' })).toBeInTheDocument();
    expect(screen.queryByText(ZONE)).toBeNull();
    slow.release();
    await expectColumnsStep();
  });

  test('Cancel brings the zone back and loses nothing of the file opened before', async () => {
    renderWizard();
    await upload(csv(GOOD, 'earlier.csv'));
    await expectColumnsStep();
    await user.click(button('Use Different Data'));
    const slow = slowFile('a,b\n1,2\n');
    await upload(slow.file);
    await user.click(button('Cancel'));
    expect(document.activeElement).toBe(fileInput());
    slow.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await user.click(button('Go back to it'));
    expect(await screen.findByRole('heading', { level: 2, name: 'earlier.csv' })).toBeInTheDocument();
    await user.click(button('Next: Select Columns'));
    await choose('Attribute 1', /Source/);
    await user.click(button('Next: Map Values'));
    expect(await screen.findByRole('checkbox', { name: /Qualified/ })).toBeInTheDocument();
  });

  test('a refused file keeps the open file, and the message says so', async () => {
    renderWizard();
    await upload(csv(GOOD, 'earlier.csv'));
    await expectColumnsStep();
    await user.click(button('Back'));
    drag('drop', document.body, { files: [csv('Status\n', 'bad.csv')] });
    await expectAlert('CSV file must contain at least a header row and one data row');
    expect(screen.getByRole('alert').textContent).toContain('earlier.csv is still open.');
    expect(screen.getByRole('heading', { level: 2, name: 'earlier.csv' })).toBeInTheDocument();
  });
});

describe('back in step 1', () => {
  const rows = Array.from({ length: 8 }, (_, i) => `Lost,value ${i + 1}`).join('\n');

  async function openAndReturn() {
    renderWizard();
    await upload(csv(`Status,Source\n${rows}\n`));
    await expectColumnsStep();
    await user.click(button('Back'));
  }

  test('shows the file with its first five rows and two buttons', async () => {
    await openAndReturn();
    expect(screen.getByRole('heading', { level: 1, name: HEADLINE })).toBeInTheDocument();
    const table = screen.getByRole('table', { name: 'First 5 of 8 rows' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Status', 'Source']);
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([1, 2, 3, 4, 5].map((i) => `Lostvalue ${i}`));
    expect(screen.queryByRole('region', { name: 'Your data' })).toBeNull();
    await user.click(button('Next: Select Columns'));
    await expectColumnsStep();
  });

  test('Use Different Data shows the zone, and another file replaces the first', async () => {
    await openAndReturn();
    await user.click(button('Use Different Data'));
    expect(document.activeElement).toBe(fileInput());
    await upload(csv(GOOD, 'second.csv'));
    await expectColumnsStep();
    await user.click(button('Back'));
    expect(screen.getByRole('heading', { level: 2, name: 'second.csv' })).toBeInTheDocument();
    expect(screen.queryByText(ZONE)).toBeNull();
  });
});
