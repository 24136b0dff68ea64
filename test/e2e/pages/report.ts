import { expect, type Page } from '@playwright/test';
import { extractTextItems, getDocumentProxy } from 'unpdf';
import type { Wizard } from './wizard.ts';

export const HEADINGS = [
  'Practical Value Rules',
  'Segment Details',
  'Statistically Significant Segments',
  'Not Significant (Ignore These)',
  'Correlations',
  'Correlation Tests',
  'Lead Values',
  'All Lead Value Combinations',
  'Data and Settings',
  'Method',
];

/** Before the page is opened: printing shows no dialog of the browser, and is noted. */
export async function catchPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
}

export async function print(wizard: Wizard): Promise<void> {
  await (await wizard.exportItem('Print or save as PDF')).click();
  await expect(wizard.page.locator('html[data-printed]')).toBeAttached();
}

interface Line {
  text: string;
  left: number;
  right: number;
  /** In points. */
  size: number;
}

/** The lines of each page from its top to its foot, as a reader of PDF files finds them. */
export async function readPages(pdf: Buffer): Promise<Line[][]> {
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(pdf)));
  return items.map((texts) => {
    const lines = new Map<number, Line>();
    for (const { str, x, y, width, fontSize } of texts.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
      if (str.trim() === '') continue;
      const base = Math.round(y);
      const line = lines.get(base) ?? { text: '', left: x, right: x, size: fontSize };
      const right = Math.max(line.right, x + width);
      lines.set(base, {
        text: `${line.text} ${str}`.replaceAll(/\s+/g, ' ').trim(),
        left: Math.min(line.left, x),
        right,
        size: line.size,
      });
    }
    return [...lines.values()];
  });
}

/** In points. Browsers shrink all pages where a part of them is wider than the paper. */
export const TITLE_SIZE = 15;

export function sizeOfTitle(pages: readonly Line[][]): number | undefined {
  return pages.flat().find(({ text }) => text.startsWith('Lead value report: '))?.size;
}
