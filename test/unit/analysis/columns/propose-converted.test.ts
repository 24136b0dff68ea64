import { describe, expect, test } from 'vitest';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';

/** Columns as these products export them, each with its converted status. */
const EXPORTS: [product: string, header: string, values: readonly string[], good: readonly string[]][] = [
  [
    'HubSpot contacts',
    'Lifecycle Stage',
    [
      'Subscriber',
      'Lead',
      'Marketing Qualified Lead',
      'Sales Qualified Lead',
      'Opportunity',
      'Customer',
      'Evangelist',
    ],
    ['Customer'],
  ],
  ['HubSpot deals', 'Deal Stage', ['appointmentscheduled', 'closedwon', 'closedlost'], ['closedwon']],
  [
    'Salesforce leads',
    'Status',
    ['Open - Not Contacted', 'Working - Contacted', 'Closed - Converted', 'Closed - Not Converted'],
    ['Closed - Converted'],
  ],
  ['Salesforce opportunities', 'Stage', ['Prospecting', 'Closed Won', 'Closed Lost'], ['Closed Won']],
  ['Pipedrive', 'Deal - Status', ['Open', 'Won', 'Lost'], ['Won']],
  ['a German CRM', 'Status', ['Offen', 'Gewonnen', 'Verloren'], ['Gewonnen']],
  ['a French CRM', 'Statut', ['Nouveau', 'Gagné', 'Perdu'], ['Gagné']],
  ['a Spanish CRM', 'Estado', ['Nuevo', 'Ganado', 'Perdido'], ['Ganado']],
  ['an Italian CRM', 'Stato', ['Aperto', 'Vinto', 'Perso'], ['Vinto']],
  ['a course provider', 'Converted', ['0', '1'], ['1']],
  ['a telephone company', 'Churn', ['No', 'Yes'], ['Yes']],
  ['a bank', 'deposit', ['no', 'yes'], ['yes']],
  [
    'Google Ads',
    'Conversion Name',
    ['Lead submitted', 'Qualified lead', 'Closed deal'],
    ['Qualified lead', 'Closed deal'],
  ],
  [
    'Google Ads in German',
    'Name der Conversion',
    ['Anfrage', 'Qualifizierter Lead', 'Kauf', 'Verkauft'],
    ['Qualifizierter Lead', 'Verkauft'],
  ],
  [
    'amoCRM',
    'Этап сделки',
    ['Переговоры', 'Успешно реализовано', 'Закрыто и не реализовано'],
    ['Успешно реализовано'],
  ],
  ['a Brazilian CRM', 'Situação', ['Novo', 'Vendido', 'Não vendido'], ['Vendido']],
  ['a Japanese CRM', 'ステータス', ['新規', '受注', '失注'], ['受注']],
];

test.each(EXPORTS)('the converted status of %s', (_, header, values, good) => {
  expect(proposeConverted(header, values)).toEqual(good);
});

test.each([
  ['Converted', ['TRUE', 'false', 'No', '0', 'true', 'Yes', '1', 'FALSE'], ['TRUE', 'true', 'Yes', '1']],
  ['Gewonnen', ['Ja', 'nein', 'JA', '1', '0'], ['Ja', 'JA', '1']],
  ['Converted', ['oui', 'OUI', 'non'], ['oui', 'OUI']],
  ['Converted', ['Yes', 'No', '1', 'maybe'], ['Yes']],
  ['Do Not Call', ['Yes', 'No', '1', '0'], []],
])('values that mean the same are one answer: %s %j', (header, values, good) => {
  expect(proposeConverted(header, values)).toEqual(good);
});

describe('no end is proposed', () => {
  test.each([
    ['where all ends are bad', 'Status', ['Lost', 'Disqualified', 'Unqualified', 'New']],
    ['for a negated word', 'Status', ['Not yet converted', 'Former customer', 'Kein Kunde', 'Non-qualified']],
    ['for a good word beside a bad one', 'Status', ['Closed Lost - customer of a competitor', 'New']],
    ['for 1 under a header that says nothing of conversion', 'Mobile', ['0', '1']],
    ['for yes under a header that denies', 'Do Not Email', ['Yes', 'No']],
    ['for a single value', 'Status', ['Won']],
    ['for values that only deny', 'Status', ["Isn't qualified", 'Ex-customer', 'Sold to competitor', 'New']],
    [
      'for more values than a status has',
      'Status',
      ['Won', ...Array.from({ length: 60 }, (__, i) => `v${i}`)],
    ],
  ])('%s', (_, header, values) => {
    expect(proposeConverted(header, values)).toEqual([]);
  });

  test('up to 60 values are a list of statuses', () => {
    expect(proposeConverted('Status', ['Won', ...Array.from({ length: 59 }, (_, i) => `v${i}`)])).toEqual([
      'Won',
    ]);
  });
});

describe('several ends are a question, in the order of the values', () => {
  test.each([
    ['two final ends', 'Stage', ['Customer', 'Closed Won', 'Lost'], ['Customer', 'Closed Won']],
    [
      'Qualified beside a final end',
      'Lead Status',
      ['New', 'Qualified', 'Converted'],
      ['Qualified', 'Converted'],
    ],
    [
      'two earlier ends',
      'Status',
      ['MQL Qualified', 'SQL Qualified', 'New'],
      ['MQL Qualified', 'SQL Qualified'],
    ],
  ])('%s', (_, header, values, good) => {
    expect(proposeConverted(header, values)).toEqual(good);
  });

  test('without a final end the earliest converted status and every stage beyond it', () => {
    const stages = ['New', 'MQL', 'Sales Qualified Lead', 'Opportunity', 'Proposal sent', 'Proposal lost'];
    expect(proposeConverted('Stage', stages)).toEqual([
      'Sales Qualified Lead',
      'Opportunity',
      'Proposal sent',
    ]);
    expect(proposeConverted('Stage', ['Lead', 'Marketing Qualified Lead', 'SQL', 'Opportunity'])).toEqual([
      'Marketing Qualified Lead',
      'SQL',
      'Opportunity',
    ]);
    expect(proposeConverted('Stage', ['Yes', 'No', 'Opportunity'])).toEqual(['Yes']);
  });

  test('but qualified in other words does not stand beside a final end', () => {
    expect(proposeConverted('Stage', ['Sales Qualified', 'Closed Won'])).toEqual(['Closed Won']);
  });
});

test('under a header of churn the leads that stayed are no conversions', () => {
  expect(proposeConverted('Exited', ['0', '1'])).toEqual(['1']);
  expect(proposeConverted('Attrition_Flag', ['Existing Customer', 'Attrited Customer'])).toEqual([
    'Attrited Customer',
  ]);
});
