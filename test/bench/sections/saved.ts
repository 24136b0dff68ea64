import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { exampleSave } from '../../contract/analyses.ts';
import { createAccount } from '../../e2e/pages/account.ts';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { withContext } from '../harness/browser.ts';
import { inTurns } from '../harness/rounds.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

const GZIP_LEVEL = 6;

/** A save of a whole file: what is sent and what is stored, against gzip of the file; and what opening it again takes. */
export async function measureSaved(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, file: shaped } of bench.sizes.files) {
    const file = bench.provideFile(shaped);
    const gzipBytes = gzipSync(readFileSync(file.path), { level: GZIP_LEVEL }).length;
    await withContext(bench.browser, async (context) => {
      await createAccount(context, await bench.runtimeUrl());
      const storedBefore = await readStored(bench);
      const { id, compressedBytes } = await saveFile(bench, { context, file });
      const storedText = (await readStored(bench)) - storedBefore;
      const [reopened, plain] = await measureReopening(bench, { context, file, id });
      figures.push(
        {
          what: `Saved, ${name}: compressed bytes to gzip -6 of the file`,
          unit: 'ratio',
          values: [compressedBytes / gzipBytes],
          goal: GOALS.savedBytes,
        },
        {
          what: `Saved, ${name}: stored text to gzip -6 of the file`,
          unit: 'ratio',
          values: [storedText / gzipBytes],
          goal: GOALS.storedText,
        },
        { what: `${name}: reopened`, unit: 'ms', values: reopened },
        {
          what: `Reopened, ${name}, to GET + arrayBuffer() and the counts`,
          unit: 'ratio',
          values: ratios(reopened, plain),
          goal: GOALS.reopen,
        },
      );
    });
  }
  return figures;
}

/** A file that is saved in the account whose cookie a context has. */
interface Saving {
  context: BrowserContext;
  file: FileOnDisk;
}

function saveFile(bench: Bench, saving: Saving) {
  const record = JSON.stringify({ ...exampleSave, datasetFollows: true });
  const asked = { script: bench.site.threadScript, record };
  return onNewPage(bench, saving, (page) =>
    page.evaluate((request) => window.bench.saveFile(request), asked),
  );
}

function measureReopening(bench: Bench, saving: Saving & { id: string }): Promise<[number[], number[]]> {
  const { file, id } = saving;
  const asked = { id, script: bench.site.threadScript, job: file.job };
  return inTurns(bench.rounds, [
    () => onNewPage(bench, saving, (page) => page.evaluate((saved) => window.bench.reopen(saved), id)),
    () =>
      onNewPage(bench, saving, (page) => page.evaluate((saved) => window.bench.fetchAndCount(saved), asked)),
  ]);
}

async function onNewPage<T>(
  bench: Bench,
  { context, file }: Saving,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  try {
    await page.goto(`${await bench.runtimeUrl()}/bench/`);
    await page.setInputFiles('input', file.path);
    return await work(page);
  } finally {
    await page.close();
  }
}

async function readStored(bench: Bench): Promise<number> {
  return Number(await (await fetch(`${await bench.runtimeUrl()}/stored`)).text());
}
