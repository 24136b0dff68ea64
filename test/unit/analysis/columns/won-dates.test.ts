import { expect, test } from 'vitest';
import { saysWonDate } from '#frontend/analysis/columns/date-readers.ts';

test.each([
  'Won Time',
  'Signed',
  'Close Date',
  'closedate',
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
  'Geplantes Abschlussdatum',
  '受注予定日',
])('%s has other days', (header) => expect(saysWonDate(header)).toBe(false));
