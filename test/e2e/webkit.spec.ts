import { writeFile } from 'node:fs/promises';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { expect, test } from '@playwright/test';
import { inventAccount } from './pages/account.ts';
import { WebKitWindow } from './webkit.ts';

const button = (name: string) => `//button[normalize-space()='${name}' and not(@disabled)]`;
const field = (label: string) => `//*[@id=//label[normalize-space()='${label}']/@for]`;
const option = (name: string) => `//*[@role='option'][starts-with(normalize-space(),'${name}')]`;

/** From now on the page keeps what is downloaded, so that a story can read it. */
function keepDownloads(): void {
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob: Blob) => {
    Object.assign(window, { downloaded: blob.text() });
    return createObjectURL(blob);
  };
}

const readDownload = (): Promise<string> => Promise.resolve(Reflect.get(window, 'downloaded'));

test('WebKit leads from a file to its figures, an export and a saved analysis, over Back and a reload', async ({
  baseURL,
}, info) => {
  const path = info.outputPath('sample-leads.csv');
  await writeFile(path, sampleCsv());
  const webkit = await WebKitWindow.open(info.outputDir);
  try {
    await webkit.goTo(baseURL ?? '');
    await webkit.type("//input[@type='file']", path);
    await webkit.expectText('Select Columns to Analyze', '2,000 leads, 9 columns');
    await webkit.click(field('Attribute 1'));
    await webkit.click(option('Source'));
    await webkit.click(button('Next: Map Values'));
    await webkit.expectText('Column 1 of 2');
    await webkit.click(button('Next'));
    await webkit.click(button('Analyze'));
    await webkit.expectText('Analysis Complete!', 'Referral leads convert at 50.4%');

    await webkit.run(keepDownloads);
    await webkit.click(button('Download CSV'));
    await expect.poll(() => webkit.run(readDownload)).toMatch(/\nSource,Referral,.*/);

    await webkit.goBack();
    await webkit.expectText('Column 2 of 2');
    await webkit.reload();
    await webkit.expectText('sample-leads.csv', 'Column 2 of 2', 'Some values differ only by capitals');
    await webkit.click(button('Analyze'));
    await webkit.expectText('Referral leads convert at 50.4%');

    await webkit.click(button('Save Analysis'));
    await webkit.click("//a[normalize-space()='Sign up']");
    await webkit.expectText('Sign up with Email');
    const { email, password } = inventAccount();
    await webkit.type(field('Email'), email);
    await webkit.type(field('Password'), password);
    await webkit.click(button('Sign up with Email'));
    await webkit.expectText('Analysis Saved');
  } finally {
    await webkit.close();
  }
});
