import { runInNewContext } from 'node:vm';
import Papa from 'papaparse';
import { makeUploadLeads, sha256, UPLOAD_HEADERS, uploadCsv } from '#test/support/upload-leads.ts';
import { findUploadFaults } from '#test/support/upload-rules.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

const parse = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.replace('\ufeff', ''), { delimiter, newline: '\r\n', skipEmptyLines: true }).data;

async function openApply(wizard: Wizard, file: ReturnType<typeof csvFile>): Promise<void> {
  await wizard.open();
  await wizard.upload(file);
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);
  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await wizard.button('Every form lead').click();
  await expect(wizard.heading('Upload to an ad platform')).toBeVisible();
}

test('the visitor downloads an upload for a platform, corrections of an earlier one, the file with values, and a look-up with the same', async ({
  page,
  wizard,
}) => {
  const leads = makeUploadLeads(400, Date.now()).map((lead, index) => ({
    ...lead,
    ...(index % 10 === 3 && { gclid: '' }),
    ...(index % 10 === 5 && { Email: 'not an address', Phone: '' }),
  }));
  const text = uploadCsv(leads, ';').replaceAll('Referral', 'Empfehlung für Käufer');
  await openApply(wizard, csvFile(Buffer.from(text, 'latin1'), 'Käufer.csv'));
  await expect(page.getByText(/^Guessed from this device/)).toBeVisible();
  await wizard.choose('Time zone of the times', 'UTC');
  await page.getByRole('textbox', { name: 'Conversion name' }).fill('Qualified lead');
  await wizard.choose('Country of the phone numbers', 'Germany');
  await expect(wizard.button('Download for Google Data Manager')).toBeEnabled();
  await expect(page.getByText(/kept without the phone number/)).toBeHidden();
  const first = leads[0] ?? {};
  const dataManager = await wizard.download(wizard.button('Download for Google Data Manager'));
  expect(dataManager.name).toMatch(/^google_data_manager_\d{4}-\d\d-\d\d\.csv$/);
  const [headings, row, ...others] = parse(dataManager.text);
  expect(headings?.slice(0, 3)).toEqual(['Google Click ID', 'Email', 'Phone Number']);
  expect(row?.slice(0, 5)).toEqual([
    first.gclid,
    sha256('lead.0@example.com'),
    sha256('+49301000000'),
    'Qualified lead',
    first['Created At']?.replace(' ', 'T').concat('Z'),
  ]);
  // A lead without a click id has an address, one with a damaged address a click id.
  expect(others).toHaveLength(399);
  expect(dataManager.text).not.toContain('@');

  // As if it had been sent with other values: the first lead is worth less since, the second did not count.
  const [value = '', gone] = [row?.[5], others[0]?.[0] ?? ''];
  const sent = dataManager.text.replace(`,${value},`, ',999.99,').replace(gone, 'EAIaIQobChMI-nobody');
  await page.getByLabel('Open earlier files').setInputFiles(csvFile(sent, 'sent.csv'));
  await expect(page.getByRole('row', { name: '1 Another value than before: restated' })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Also retract 1 conversion/ }).check();
  await expect(wizard.button('Download Retract by click ID and time')).toBeEnabled();
  await expectEveryLook(page, 'per-lead values', wizard.openedView());
  const restate = await wizard.download(wizard.button('Download Restate by click ID and time'));
  expect(restate.name).toMatch(/^google_ads_restate_by_click_id_\d{4}-\d\d-\d\d\.csv$/);
  expect(findUploadFaults('google-corrections', restate.text, Date.now())).toEqual([]);
  expect(parse(restate.text)[2]).toEqual(expect.arrayContaining([first.gclid, 'RESTATE', value, 'USD']));
  const retract = await wizard.download(wizard.button('Download Retract by click ID and time'));
  expect(parse(retract.text)[2]).toEqual(expect.arrayContaining(['EAIaIQobChMI-nobody', 'RETRACT', '', '']));

  await wizard.button('LinkedIn').click();
  await expect(page.getByRole('row', { name: '40 An e-mail address that cannot be read' })).toBeVisible();
  // The choices outlive a visit to the tabs.
  await wizard.leaveView();
  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await expect(wizard.button('Download for LinkedIn')).toBeEnabled();

  // The file as it came, with values.
  const downloading = page.waitForEvent('download');
  await wizard.button('Download leads with values').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Käufer_lead_values_\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText('400 leads written in Windows-1252.')).toBeVisible();
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const [columns, ...rows] = parse(Buffer.concat(chunks).toString('latin1'), ';');
  expect(columns).toEqual([
    ...UPLOAD_HEADERS,
    'Lead Value ($)',
    'Source Segment',
    'Device Segment',
    'Value Rules',
  ]);
  const source = UPLOAD_HEADERS.indexOf('Source');
  expect(rows.map((row) => row.slice(0, UPLOAD_HEADERS.length))).toEqual(
    parse(text.replaceAll('\n', '\r\n'), ';').slice(1),
  );

  await wizard.button('All ways').click();
  await wizard.button('In the form').click();
  await expectEveryLook(page, 'the look-up for the form', wizard.openedView());
  const script = await wizard.download(wizard.button('Download JavaScript'));
  const json = await wizard.download(wizard.button('Download JSON'));
  const sheet = await wizard.download(wizard.button('Download sheet'));
  const sheetRows = new Map(parse(sheet.text).map(([key = '', value = '']) => [key, value]));
  const { combinations } = JSON.parse(json.text) as {
    combinations: { values: string[]; leadValue: number }[];
  };
  expect(combinations).toHaveLength(6);
  for (const row of rows) {
    const [name = '', device = ''] = row.slice(source);
    const value = Number(row[UPLOAD_HEADERS.length]);
    expect(
      runInNewContext(`${script.text}; leadValue(${JSON.stringify(name)}, ${JSON.stringify(device)})`),
    ).toBe(value);
    expect(combinations.find(({ values }) => values[0] === name && values[1] === device)?.leadValue).toBe(
      value,
    );
    expect(Number(sheetRows.get(`${name}|${device}`))).toBe(value);
  }
});

/** A day as HubSpot exports it, some days before today. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Contacts as HubSpot exports them. Of 200 that are too old for an upload 100 qualified after 2 days and 40 became customers at $1,900
 * after 20: a contact is worth 380, a qualified one 760, a customer 1,900. Of 60 young ones 30 have qualified.
 */
function stagesCsv(): string {
  const old = Array.from({ length: 200 }, (_, lead) => [
    ...(lead < 40
      ? ['Customer', dayBefore(170), dayBefore(168), dayBefore(150)]
      : ['Lost', dayBefore(170), lead < 100 ? dayBefore(168) : '', '']),
    ...(lead < 40 ? ['1900'] : ['']),
  ]);
  const young = Array.from({ length: 60 }, (_, lead) =>
    lead < 30
      ? ['Marketing Qualified Lead', dayBefore(9), dayBefore(8), '', '']
      : ['Lead', dayBefore(9), '', '', ''],
  );
  const rows = [...old, ...young].map((cells, lead) =>
    [
      lead % 2 ? 'Ads' : 'Fair',
      ...cells,
      `EAIaIQobChMI-stage_${lead}`,
      `p${lead}@example.com`,
      5000 + lead,
    ].join(),
  );
  const headers =
    'Source,Lifecycle Stage,Create Date,Became a Marketing Qualified Lead Date,Became a Customer Date,Amount,gclid,Email,Record ID';
  return [headers, ...rows].join('\n');
}

test('the visitor names a conversion per stage, and downloads each lead once per stage that it has reached', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await wizard.upload(csvFile(stagesCsv(), 'contacts.csv'));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Value column (optional)', 'Amount');
  await wizard.next('Next: Map Values');
  await page.getByRole('checkbox', { name: /^Customer/ }).check();
  await wizard.button('Skip renaming and analyze').click();
  await wizard.expectStep('Analysis Complete!');
  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await wizard.button('Every form lead').click();
  await wizard.button('Google enhanced').click();
  await wizard.choose('Time zone of the times', 'UTC');
  await wizard.button('One per stage').click();
  const nameOf = (stage: string) => page.getByRole('textbox', { name: stage, exact: true });
  const mql = 'Became a Marketing Qualified Lead Date';
  await nameOf('Lead').fill('Contact');
  await nameOf(mql).fill('MQL');
  await nameOf('Customer').fill('Deal');
  await expect(
    page.getByText(
      'A lead that becomes “Contact”, then “MQL”: $380.00 then $380.00 more, or $380.00 then $760.00.',
    ),
  ).toBeVisible();
  await expect(wizard.button('Download for Google enhanced')).toBeDisabled();
  await wizard.button('The increase over the stage before').click();
  await expect(wizard.button('Download for Google enhanced')).toBeEnabled();
  await expect(page.getByRole('row', { name: `${mql} MQL $380.00 30 of 130` })).toBeVisible();
  await expectEveryLook(page, 'one conversion per stage', wizard.openedView());
  const { text } = await wizard.download(wizard.button('Download for Google enhanced'));
  const [, headings, ...rows] = parse(text);
  expect(headings?.slice(1)).toEqual([
    'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency', 'Order ID', 'Google Click ID',
  ]); // oxfmt-ignore
  // 60 contacts and 30 qualified ones; the others are too old.
  expect(rows).toHaveLength(90);
  expect(rows.slice(0, 2)).toEqual([
    [sha256('p200@example.com'), 'Contact', `${dayBefore(9)} 23:59:59`, '380.00', 'USD', '5200-lead', 'EAIaIQobChMI-stage_200'],
    [sha256('p200@example.com'), 'MQL', `${dayBefore(8)} 23:59:59`, '380.00', 'USD', '5200-marketing-qualified-lead', 'EAIaIQobChMI-stage_200'],
  ]); // oxfmt-ignore

  // As if it had been sent with another value.
  await page
    .getByLabel('Open earlier files')
    .setInputFiles(csvFile(text.replace('380.00', '99.00'), 'sent.csv'));
  await expect(
    page.getByText('“Contact”, “MQL” for Google Ads are leads of your file', { exact: false }),
  ).toBeVisible();
  const restate = await wizard.download(wizard.button('Download Restate by order ID'));
  expect(findUploadFaults('google-corrections', restate.text, Date.now())).toEqual([]);
  expect(parse(restate.text).slice(2)).toEqual([
    ['5200-lead', 'Contact', expect.any(String), 'RESTATE', '380.00', 'USD'],
  ]);

  // Names are kept with the choices: after a reload they are there.
  await page.reload();
  await wizard.button('A value per lead').click();
  await expect(nameOf('Customer')).toHaveValue('Deal');
  await expect(wizard.button('The increase over the stage before')).toHaveAttribute('aria-pressed', 'true');
});
