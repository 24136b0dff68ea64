import { expect, test } from 'vitest';
import {
  isKnownAfterClick,
  isSensitive,
  isTestFlag,
  leadKeyOf,
  namesLongNumbers,
  namesPhones,
} from '#frontend/analysis/preflight/header-words.ts';
import { isClickId, mayBeKnownLater } from '#frontend/analysis/preflight/later-headers.ts';

test.each([
  'Last Activity',
  'Total Time Spent on Website',
  'TotalVisits',
  'last_contacted',
  'Close Date',
  'Tags',
])('%s is known only after the click', (header) => expect(isKnownAfterClick(header)).toBe(true));

test.each(['Lead Source', 'Campaign', 'Visitor Country', 'Created', 'Annual Revenue', 'Activity', 'Device'])(
  '%s is known when the ad is shown',
  (header) => expect(isKnownAfterClick(header)).toBe(false),
);

test.each(['Age', 'age_group', 'Gender', 'What is your sex?', 'DateOfBirth', 'ZIP Code', 'Religion'])(
  '%s is sensitive',
  (header) => expect(isSensitive(header)).toBe(true),
);

test.each(['Stage', 'Language', 'Company Age', 'Age of house', 'Package', 'Country'])(
  '%s is not sensitive',
  (header) => expect(isSensitive(header)).toBe(false),
);

test('a test flag says so in its whole header', () => {
  expect(['is_test', 'IsTest', 'Test Lead'].map(isTestFlag)).toEqual([true, true, true]);
  expect(['Test', 'A/B test', 'Latest', 'is_tested'].map(isTestFlag)).toEqual([false, false, false, false]);
});

test('a column names leads by e-mail address, phone number or the id of a lead', () => {
  expect(['Email', 'E-mail address', 'workEmail'].map(leadKeyOf)).toEqual(['email', 'email', 'email']);
  expect(['phone_number', 'Mobile'].map(leadKeyOf)).toEqual(['phone', 'phone']);
  expect(['id', 'Prospect ID', 'Lead Number'].map(leadKeyOf)).toEqual(['id', 'id', 'id']);
  expect(['Campaign ID', 'Number of Employees', 'Source'].map(leadKeyOf)).toEqual([null, null, null]);
});

test.each([
  'Last Notable Activity',
  'Call Duration',
  'duration',
  'Lead Score',
  'PageValues',
  'Rating',
  'Probability (%)',
  'Lead Profile',
  'Asymmetrique Profile Index',
  'reservation_status_date',
  'Conversion',
  'spend',
  'Perfil del Lead',
  'Dépenses',
  'Дата статуса',
  'ステータス日',
  'Stage_Change_Date__c',
  'Days Until Modified',
  'Modified Time',
  'Geändert am',
  'Date de modification',
  'Fecha de modificación',
  'Data modyfikacji',
  'Ændringsdato',
  'Дата изменения',
  '更新日',
  '修改时间',
])('%s may be known only later', (header) => expect(mayBeKnownLater(header)).toBe(true));

test.each([
  'Lead Source',
  'Credit Score',
  'Credit rating',
  'Scoreboard',
  'Pages',
  'Bounce',
  'First Conversion',
  'Ad Spend',
  'Company Profile',
  'Status',
  'Stage',
  'Stage Name',
])('%s is not known only later', (header) => expect(mayBeKnownLater(header)).toBe(false));

test('a click id says so in its header', () => {
  expect(['GCLID', 'gcl_id', 'fbclid', 'Google Click ID', 'msclkid', 'li_fat_id'].every(isClickId)).toBe(
    true,
  );
  expect(['Click', 'Clicks', 'Campaign ID', 'ID'].some(isClickId)).toBe(false);
});

test.each([
  'Phone',
  'Telefonnummer',
  'Tel.',
  'Handynr',
  'Celular',
  'Teléfono móvil',
  'Телефон',
  '携帯電話',
  '手机',
])('%s has phone numbers', (header) =>
  expect([namesPhones(header), namesLongNumbers(header)]).toEqual([true, true]),
);

test.each(['Lead ID', 'Order No.', 'Kundennummer', 'Número', 'IMEI', 'номер заказа'])(
  '%s has other long numbers',
  (header) => expect([namesPhones(header), namesLongNumbers(header)]).toEqual([false, true]),
);

test.each(['Annual Revenue', 'Umsatz', 'Note', 'Telemarketing', 'Hotel', 'Source'])(
  '%s has no long numbers',
  (header) => expect(namesLongNumbers(header)).toBe(false),
);
