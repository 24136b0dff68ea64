import { useState, type ComponentProps } from 'react';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Papa from 'papaparse';
import { beforeEach, expect, vi } from 'vitest';
import { measure, type Measurement, type Settings } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Tally } from '#frontend/analysis/counts/tally.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

export const CONTEXT: AnalysisContext = Object.freeze({
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Yes'],
  attributes: [],
});

export interface RoomOptions extends Partial<
  Omit<ComponentProps<typeof AnalysisResults>, 'measurement' | 'settings'>
> {
  settings?: Settings;
  leftOut?: Measurement['leftOut'];
  hasFixedSettings?: boolean;
}

/** Draws the results of a tally over settings that can be turned. */
export function renderResults(tally: Tally, options: RoomOptions = {}) {
  const {
    settings: start = { conversionValue: 100, thresholdPercent: 10 },
    leftOut,
    hasFixedSettings,
    ...props
  } = options;
  const measurement = { ...measure(tally), leftOut };
  const combinations = 'combinations' in options ? options.combinations : fitTally(tally);

  function Room() {
    const [settings, setSettings] = useState(start);
    return (
      <AnalysisResults
        context={CONTEXT}
        {...props}
        measurement={measurement}
        combinations={combinations}
        settings={settings}
        onSettingsChange={hasFixedSettings ? undefined : setSettings}
      />
    );
  }
  return { user: userEvent.setup(), ...render(<Room />) };
}

/** The same for leads counted by hand. */
export function renderCells(fields: readonly string[], cells: readonly Cell[], options?: RoomOptions) {
  return renderResults(tallyOfCells(fields, cells), options);
}

export type TabName = 'Value Rules' | 'Segment Details' | 'Correlations' | 'Lead Calculator';
export type ViewName = 'Apply' | 'How this was checked' | 'Over Time' | 'Stages';

type User = ReturnType<typeof userEvent.setup>;

const codeArrived = () =>
  waitFor(() => expect(screen.queryByText('Loading this part…')).toBeNull(), { timeout: 10_000 });

/** Unfolds 'Compare methods' in the view of the check. */
export const showMethods = async (user: User) =>
  await user.click(await screen.findByText('Show', { selector: 'button' }, { timeout: 10_000 }));

/** Leads from a view back to the results, if one is shown. */
export async function closeView(user: User): Promise<void> {
  const back = screen.queryByText('Back to results');
  if (back) await user.click(back);
}

/** Opens a tab, and waits for the code of its content. */
export async function openTab(user: User, name: TabName): Promise<void> {
  await closeView(user);
  await user.click(screen.getByRole('tab', { name }));
  await codeArrived();
}

/** Opens a view by its link, or 'Apply' by the button beside that of the next step, and waits for the code of its content. */
export async function openView(user: User, name: ViewName): Promise<void> {
  await closeView(user);
  const others = name === 'Apply' ? screen.queryByText('Other ways to use this') : null;
  await user.click(
    others ?? screen.getByText(name === 'Over Time' ? 'Over time' : name, { selector: 'button' }),
  );
  await codeArrived();
}

export const report = () => document.querySelector<HTMLElement>('.ui-report');

/** Presses 'Export All' above the tabs, or picks one of the other exports from the menu beside it. */
export async function pickExport(
  user: User,
  name: 'Export All' | 'Export All as Excel (.xlsx)' | 'Copy for Google Sheets' | 'Print or save as PDF',
): Promise<void> {
  await closeView(user);
  // By text: a search by role takes seconds in a large page.
  if (name === 'Export All') return await user.click(screen.getByText(name, { selector: 'button' }));
  await waitFor(() => expect(screen.getByLabelText('Other exports')).toBeEnabled());
  await user.click(screen.getByLabelText('Other exports'));
  await user.click(await screen.findByText(name, { selector: '[role=menuitem]' }));
}

/** Opens the rarer choices of the analysis controls: the basis, the currency and the CSV format. */
export async function openMoreControls(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Change / }));
}

/** Prints by the menu; the browser announces it as browsers do. */
export async function printReport(user: User): Promise<HTMLElement> {
  const print = vi.fn(() => void fireEvent(window, new Event('beforeprint')));
  vi.stubGlobal('print', print);
  await pickExport(user, 'Print or save as PDF');
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 });
  const page = report();
  if (!page) throw new Error('nothing is printed');
  return page;
}

/** The texts of a table's cells, row by row, the header first; rows that only hold a place are left out. */
export function textsOf(table: HTMLElement): string[][] {
  const rows = [...table.querySelectorAll('tr:not([data-gap])')];
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}

/** One column of a table below its header. */
export function columnOf(table: HTMLElement, title: string): string[] {
  const [header = [], ...rows] = textsOf(table);
  const column = header.indexOf(title);
  if (column === -1) throw new Error(`no column ${title} in ${header.join(', ')}`);
  return rows.map((row) => row[column] ?? '');
}

export interface Downloaded {
  name: string;
  blob: Blob;
  /** The browser may let go of the blob. */
  isRevoked: boolean;
}

/** Files that the page hands to the browser, in order. */
export function catchDownloads(): Downloaded[] {
  const downloads: Downloaded[] = [];
  beforeEach(() => {
    downloads.length = 0;
    const blobs = new Map<string, Blob>();
    const createObjectURL = (blob: Blob) => {
      const url = `blob:${blobs.size}`;
      blobs.set(url, blob);
      return url;
    };
    const revokeObjectURL = (url: string) => {
      for (const download of downloads) if (blobs.get(url) === download.blob) download.isRevoked = true;
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob) downloads.push({ name: this.download, blob, isRevoked: false });
    });
  });
  return downloads;
}

/** The rows of a downloaded CSV file, its titles first; empty rows between sections are left out. */
export async function rowsOf(download: Downloaded | undefined): Promise<string[][]> {
  const text = (await download?.blob.text()) ?? '';
  return Papa.parse<string[]>(text.replace('\ufeff', ''), { delimiter: ',', skipEmptyLines: true }).data;
}

/** The rows of the table on the clipboard, its titles first. */
export async function copiedRows(): Promise<string[][]> {
  return Papa.parse<string[]>(await navigator.clipboard.readText(), { delimiter: '\t' }).data;
}

/** The rows of a file with their figures rounded to the decimals that the copied rows have. */
export function roundLike(copied: readonly string[][], exported: readonly string[][]): string[][] {
  return exported.map((row, at) => row.map((cell, column) => roundCell(copied[at]?.[column] ?? '', cell)));
}

function roundCell(copied: string, cell: string): string {
  const figure = Number(cell);
  if (cell === '' || Number.isNaN(figure)) return cell;
  if (copied.startsWith('<')) return figure < Number(copied.slice(1)) ? copied : cell;
  const decimals = copied.split('.')[1]?.length ?? 0;
  const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return Number(figure.toPrecision(15)).toLocaleString('en', style);
}
