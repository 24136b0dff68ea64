import { expect, test, vi } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { UPLOAD_FORMAT_IDS } from '#frontend/analysis/platforms/upload-formats.ts';
import { portPair } from '#test/support/port-pair.ts';
import { UPLOAD_NOW } from '#test/support/upload-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

/** A lead per line, with every column that a file can take; a note says what is wrong with a lead. */
const LEADS = [
  'Status,Source,gclid,gbraid,wbraid,msclkid,Email,Phone,Country,Created,Order,Use,Personal,Note,First,Last,Firm,Title',
  'Won,Fair,EAIaIQobChMI-good_0001,,,f894f652ea334e739002f7167ab8f8e3,Ann.B+c@gmail.com,030 901820,DE,2026-11-20 09:30:00,A1,Granted,yes,,Ann,Lee,Lee & Sons,"Head, Sales"',
  'Won,Fair,,0AAAAAoqwer-ty1,,,,,US,2026-11-20T23:05:09-05:00,A2,,Denied,,Sam,Gray,,',
  'Lost,Fair,,,1BBBBBoqwer-ty1,0894f652ea334e739002f7167ab8f8e3,Zoë.Müller@Example.com,,,2026-10-25 02:30:00,A3,perhaps,,,Zoë,Müller,zoe@example.com,',
  'Lost,Web,,,,,jane@,+1 (800) 555-0100,GB,2026-11-19 00:05:00,A4,,,a broken address,Jane,,,CEO',
  'Won,Web,EAIaIQobChMI-good_0002,0AAAAAoqwer-ty2,1BBBBBoqwer-ty2,,j.doe@sub.example.com,12,nowhere,2026-11-18 12:00:00,A5,granted,,a broken number,John,Doe,Doe GmbH,Maximiliane-Wilhelmine-von-Hohenberg',
  'Lost,Web,"1,23E+15",,,"1,23E+15",eve@example.com,,,2026-11-18 12:00:00,A6,,,damaged,Maximiliane-Wilhelmine-von-Hohenberg,Eve,Eve AG,Owner',
  'Lost,Web,,0AAAAAoqwer-ty3,1BBBBBoqwer-ty3,,,,,2026-11-18 12:00:00,A7,,,two braids,Ida,Orr,Orr plc,CTO',
  'Won,Web,EAIaIQobChMI-good_0003,,,a894f652ea334e739002f7167ab8f8e3,day@example.com,,FR,2026-11-18,A8,,,a day,Dee,Day,,',
  'Won,Web,EAIaIQobChMI-good_0004,,,b894f652ea334e739002f7167ab8f8e3,old@example.com,,FR,2026-08-01 12:00:00,A9,,,old,Ola,Old,,',
  'Won,Web,EAIaIQobChMI-good_0005,,,c894f652ea334e739002f7167ab8f8e3,no@example.com,,FR,2026-11-17 12:00:00,B1,no,,refused,Nora,No,,',
  'Won,Fair,EAIaIQobChMI-good_0001,,,f894f652ea334e739002f7167ab8f8e3,Ann.B+c@gmail.com,030 901820,DE,2026-11-20 09:30:00,A1,Granted,yes,twice,Ann,Lee,Lee & Sons,"Head, Sales"',
  'Lost,Web,,,,,,,,,,,,nothing,,,,',
].join('\n');

const COLUMNS = {
  gclid: 2,
  gbraid: 3,
  wbraid: 4,
  msclkid: 5,
  email: 6,
  phone: 7,
  country: 8,
  time: 9,
  orderId: 10,
  adUserData: 11,
  adPersonalization: 12,
  firstName: 14,
  lastName: 15,
  company: 16,
  jobTitle: 17,
};

// A file in `records` changes only when a format's own rules do.
test.each(UPLOAD_FORMAT_IDS)('the file for %s stays byte for byte what it was', async (kind) => {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.ask('open', { file: new File([LEADS], 'leads.csv'), options: {} }, quietly);
  expect(opened.ok).toBe(true);
  const plan = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
  };
  const analysis = judge(await thread.ask('measure', plan), { conversionValue: 100, thresholdPercent: 10 });
  const action = 'every-lead';
  const { blob, taken, dropped, takenWithout, lackingConsent } = await thread.ask(
    'makeUploadFile',
    {
      plan,
      action,
      worth: findLeadWorth(analysis, { action }),
      choices: {
        kind,
        columns: COLUMNS,
        dateFormat: null,
        timeZone: 'Europe/Berlin',
        conversionName: 'Lead, won',
        currency: 'EUR',
        phoneCountry: 'DE',
        adUserData: null,
        adPersonalization: 'Granted',
      },
      now: UPLOAD_NOW,
    },
    quietly,
  );
  thread.close();
  await expect(await blob.text()).toMatchFileSnapshot(`records/${kind}.csv`);
  await expect(
    `${JSON.stringify({ kept: taken, dropped, keptWithout: takenWithout, lackingConsent }, null, 1)}\n`,
  ).toMatchFileSnapshot(`records/${kind}-counts.txt`);
});
