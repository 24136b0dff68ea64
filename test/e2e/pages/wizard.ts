import { readFile, writeFile } from 'node:fs/promises';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { expect, test, type Download, type Locator, type Page } from '@playwright/test';

export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function csvFile(text: string | Uint8Array, name = 'leads.csv'): UploadedFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Opens a page. Its HTML is there before its code: a click before React has taken it over does nothing. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1');
    return heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  });
}

/** How long the next step may take to come. */
const STEP = { timeout: 30_000 };

/** The four-step wizard as a person meets it: by role and name. */
export class Wizard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await goTo(this.page, '/');
    await expect(this.heading('Calculate Lead Values for Smarter Bidding')).toBeVisible();
  }

  /** Opens the sample as a file of the visitor's own, and is in step 2. */
  async openSample(): Promise<void> {
    await this.upload(csvFile(sampleCsv(), 'sample-leads.csv'));
    await this.expectStep('Select Columns to Analyze');
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async upload(file: UploadedFile): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles(await onDisk(file));
  }

  async expectStep(title: 'Select Columns to Analyze' | 'Map Values' | 'Analysis Complete!'): Promise<void> {
    // Sooner than an expectation, which looks again after up to a second.
    await this.page
      .waitForFunction((text) => document.querySelector('h1')?.textContent === text, title, STEP)
      .catch(() => {}); // the line below says what is there instead
    // Strict: a second heading of the first level fails here.
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(title);
  }

  /** Chooses an option and sees that it is chosen: what a visitor sees, no reload may lose. */
  async choose(dropdown: string, option: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: dropdown, exact: true });
    await box.click();
    await this.page.getByRole('option').first().waitFor();
    // A long list has a search field, and draws only the options in view.
    const search = this.page.getByRole('combobox', { name: 'Search', exact: true });
    if (await search.isVisible()) await search.fill(option);
    await this.page.getByRole('option', { name: startingWith(option) }).click();
    await expect(box).toContainText(option);
  }

  /** Leads on. A second 'Next' before the first has shown its column would lead to the same one, so this waits for it. */
  async next(name: 'Next: Select Columns' | 'Next: Map Values' | 'Next' | 'Analyze'): Promise<void> {
    const shown = this.page.getByText(/^Column \d+ of \d+$/);
    const before = name === 'Next' ? await shown.textContent() : null;
    await this.button(name).click();
    if (before !== null) await expect(shown).not.toHaveText(before);
  }

  /** From a chosen set of columns to the results, changing no value of an attribute. */
  async analyze(attributes: number): Promise<void> {
    await this.next('Next: Map Values');
    for (let column = 0; column < attributes; column++) await this.next('Next');
    await this.next('Analyze');
    await this.expectStep('Analysis Complete!');
  }

  tab(name: 'Value Rules' | 'Segment Details' | 'Correlations' | 'Lead Calculator'): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  /** The contents of the open tab of the results. */
  openPanel(): Locator {
    return this.page.getByRole('tabpanel');
  }

  /** The contents of the view that is shown. */
  openedView(): Locator {
    return this.page.locator('section:has(> [tabindex="-1"]:is(h1, h2))');
  }

  /** Opens a view of the results by its link, or 'Apply' by the button beside that of the next step. */
  async openView(name: 'Apply' | 'How this was checked' | 'Over Time' | 'Stages'): Promise<void> {
    const link = this.page.getByRole('button', {
      name: name === 'Over Time' ? 'Over time' : name,
      exact: true,
    });
    await (name === 'Apply' ? link.or(this.button('Other ways to use this')) : link).click();
    await this.expectFocusOn(name);
  }

  /** `toBeFocused` would ask for the focus of the window too, which Firefox gives to one of several. */
  private async expectFocusOn(heading: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => document.activeElement?.textContent)).toBe(heading);
  }

  /** Leads from a view back to the tabs. */
  async leaveView(): Promise<void> {
    await this.button('Back to results').click();
    await this.expectFocusOn('Analysis Complete!');
  }

  /** The button 'Export All', or one of the other exports in the opened menu beside it. */
  async exportItem(name: 'Export All' | 'Print or save as PDF'): Promise<Locator> {
    if (name === 'Export All') return this.button(name);
    await this.button('Other exports').click();
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  /** Opens the rarer choices of the analysis controls: the basis, the currency and the CSV format. */
  async openMoreControls(): Promise<void> {
    const change = this.button(/^Change currency and CSV format$/);
    if ((await change.getAttribute('aria-expanded')) === 'false') await change.click();
  }

  table(name: string | RegExp): Locator {
    return this.page.getByRole('table', { name });
  }

  async download(button: Locator): Promise<{ name: string; text: string }> {
    const downloading = this.page.waitForEvent('download');
    await button.click();
    return readDownload(await downloading);
  }
}

const LARGE_BYTES = 1024 * 1024;

/** A large file is told to the browser by its path: as a message it would take seconds. */
async function onDisk(file: UploadedFile): Promise<UploadedFile | string> {
  if (file.buffer.length < LARGE_BYTES) return file;
  const path = test.info().outputPath(file.name);
  await writeFile(path, file.buffer);
  return path;
}

async function readDownload(download: Download): Promise<{ name: string; text: string }> {
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** An option's name begins with its header; sample values follow. */
function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}
