import { expect, test } from 'vitest';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';

/** A cell that may stand in a column of any field. */
const ANY = '2026-01-15 ann@example.com';

const guess = (...headers: string[]) => guessFields(headers.map((header) => ({ header, samples: [ANY] })));

test('columns are guessed by their headers', () => {
  expect(guess('Lead Status', 'GCLID', 'E-Mail', 'mobile_phone', 'CreatedAt', 'Lead ID')).toMatchObject({
    gclid: 1,
    email: 2,
    phone: 3,
    time: 4,
    orderId: 5,
    msclkid: null,
    adUserData: null,
  });
  expect(guess('Google Click ID', 'Microsoft Click ID', 'Ad User Data', 'Ad Personalisation')).toMatchObject({
    gclid: 0,
    msclkid: 1,
    adUserData: 2,
    adPersonalization: 3,
  });
});

test('the surer header wins, whatever the order of the columns', () => {
  expect(guess('Date', 'Created Date', 'Conversion Time').time).toBe(2);
  expect(guess('Email Opt In', 'Email').email).toBe(1);
});

test('a column is for one field only', () => {
  expect(guess('Email creation date')).toMatchObject({ email: 0, time: null });
});

test('samples that do not look like the field rule a column out', () => {
  const columns = [
    { header: 'Email Consent', samples: ['Yes', 'No'] },
    { header: 'Work email', samples: ['', 'ann@example.com'] },
    { header: 'Phone', samples: ['n/a'] },
    { header: 'Date', samples: ['unknown'] },
  ];
  expect(guessFields(columns)).toMatchObject({ email: 1, phone: null, time: null });
});

test.each(['0', '674', '2.5', '1,532', '12%'])(
  'a plain number such as %s is no time of a conversion',
  (sample) => {
    expect(guessFields([{ header: 'Total Time Spent on Website', samples: [sample] }]).time).toBeNull();
  },
);

test.each(['2026-01-15', '15.1.26', '1/15/2026 3:04 PM', 'Jan 15, 2026', '20260115', '1768435200'])(
  '%s is a time of a conversion',
  (sample) => {
    expect(guessFields([{ header: 'Conversion Time', samples: [sample] }]).time).toBe(0);
  },
);

test('a column of countries has names or codes in it', () => {
  const countryOf = (header: string, sample: string) => guessFields([{ header, samples: [sample] }]).country;
  expect(
    ['Country', 'country_code', 'Billing Country', 'Land'].map((header) => countryOf(header, 'DE')),
  ).toEqual([0, 0, 0, 0]);
  expect(countryOf('Country', 'Bosnia & Herzegovina')).toBe(0);
  expect(countryOf('Country code', '+49')).toBeNull();
  expect(countryOf('Landing page', 'Home')).toBeNull();
});

test('a blank column is for no field', () => {
  expect(guessFields([{ header: 'gclid', samples: [] }]).gclid).toBeNull();
});

test('a file without such columns has none', () => {
  expect(new Set(Object.values(guess('Lead Status', 'Source', 'City')))).toEqual(new Set([null]));
});

test('columns about the person are guessed by their headers, as programs write them', () => {
  const found = { firstName: 0, lastName: 1, company: 2, jobTitle: 3 };
  expect(guess('First Name', 'Last Name', 'Company', 'Title')).toMatchObject(found);
  expect(guess('FirstName', 'LastName', 'Company Name', 'Job Title')).toMatchObject(found);
  expect(guess('given_name', 'family_name', 'Organization', 'jobtitle')).toMatchObject(found);
  expect(guess('Vorname', 'Nachname', 'Firma', 'Position')).toMatchObject(found);
  expect(guess('Contact First Name', 'Contact Last Name', 'Employer', 'Lead Job Title')).toMatchObject(found);
});

test.each([
  'Company Size',
  'Company ID',
  'Name',
  'Full Name',
  'Campaign Title',
  'Ad Position',
  'Company Country',
])('%s is no column about the person', (header) => {
  const nobody = { firstName: null, lastName: null, company: null, jobTitle: null };
  expect(guess(header)).toMatchObject(nobody);
});

test('numbers are no names and no titles', () => {
  const headers = ['First Name', 'Company', 'Position'];
  expect(guessFields(headers.map((header) => ({ header, samples: ['12', '3'] })))).toMatchObject({
    firstName: null,
    company: null,
    jobTitle: null,
  });
});

test('numbers that Excel has rounded are no phone numbers and no ids', () => {
  const guessed = (phone: string) =>
    guessFields([
      { header: 'Phone', samples: [phone] },
      { header: 'Order ID', samples: [phone] },
    ]);
  expect(guessed('4.91510E+12')).toMatchObject({ phone: null, orderId: null });
  expect(guessed('4915101234567')).toMatchObject({ phone: 0, orderId: 1 });
});
