import { expect, test } from 'vitest';
import { isOpenStatus } from '#frontend/analysis/columns/open-statuses.ts';

test.each([
  'New',
  'NEW',
  'New Lead',
  'Open',
  'Open - Not Contacted', // Salesforce
  'Working - Contacted',
  'IN_PROGRESS', // HubSpot
  'OPEN_DEAL',
  'ATTEMPTED_TO_CONTACT',
  'In-Progress',
  '1. New',
  'Pending (agent)',
  'Offen',
  'Neu',
  'In Bearbeitung',
  'En cours',
  'À traiter',
  'Pendiente',
  'Em andamento',
  'In corso',
  'In behandeling',
  'W toku',
  'Pågående',
  'В работе',
  '対応中',
  '待处理',
  'En attente'.normalize('NFD'),
])('%s is not decided yet', (status) => {
  expect(isOpenStatus(status)).toBe(true);
});

test.each([
  '',
  'Won',
  'Lost',
  'Closed - Not Converted',
  'New customer',
  'Reopened',
  'Unqualified',
  'Newsletter',
  'Open house',
  'Contacted',
  'Gewonnen',
  'Nouveau client',
])('%s is no status of an open lead', (status) => {
  expect(isOpenStatus(status)).toBe(false);
});
