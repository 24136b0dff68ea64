import { expect, test } from 'vitest';
import { saysLaterDate, saysWonDate } from '#frontend/analysis/columns/date-readers.ts';

test.each([
  'Won Time',
  'Signed',
  'Close Date',
  'closedate',
  'Became a Customer Date',
  'Kunde seit',
  'Client depuis le',
  'Cliente desde',
  'Клиент с',
  'Abschlussdatum',
  'Data de fechamento',
  'Дата закрытия',
  '受注日',
])('%s has the days on which leads were won', (header) => expect(saysWonDate(header)).toBe(true));

test.each([
  'Expected Close Date',
  'Lost Time',
  'Created',
  'Signed up',
  'Last Activity',
  'Became an Opportunity Date',
  'Customer',
  'Geplantes Abschlussdatum',
  '受注予定日',
])('%s has other days', (header) => expect(saysWonDate(header)).toBe(false));

test.each([
  'Closing Date',
  'Won time',
  'Lost Time',
  'Expected Close Date',
  'Date modified',
  'Abschlussdatum',
  '受注予定日',
])('dates under %s are known only later than the lead', (header) => expect(saysLaterDate(header)).toBe(true));

test.each(['Created', 'Signed up', 'Submit Date (UTC)', 'Start Date (UTC)', 'Date', 'Birthday'])(
  'dates under %s may be known with the lead',
  (header) => expect(saysLaterDate(header)).toBe(false),
);
