import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { alertCountsSchema, alertsSchema, IN_USE_BY, NO_ALERTS, type Alerts } from '#contract/alerts.ts';
import {
  analysisListSchema,
  labelsSchema,
  newShareSchema,
  savedAnalysisSchema,
  savedSchema,
  sharedAnalysisSchema,
  shareStatusSchema,
  type AnalysisSummary,
} from '#contract/answers.ts';
import {
  accountDeletedSchema,
  confirmationSchema,
  pendingLinkSchema,
  userSchema,
  type User,
} from '#contract/auth.ts';
import { checkedSchema } from '#contract/connection-checks.ts';
import { accessTokenSchema, connectionsSchema, consentSchema } from '#contract/connections.ts';
import { currentSchema, errorBodySchema, versionSchema } from '#contract/errors.ts';
import { mailStatusSchema, passwordResetDoneSchema } from '#contract/mail.ts';
import { auditSchema, teamRulesSchema, type Audit, type TeamRules } from '#contract/organisation.ts';
import {
  adAccountsSchema,
  audiencesSchema,
  conversionActionsSchema,
  foundPlacesSchema,
  previewSchema,
  pushedSchema,
  pushListSchema,
  type AdAccounts,
  type Audiences,
  type ConversionActions,
  type FoundPlaces,
  type PushPreview,
  type ListedPush,
  type PushRecord,
} from '#contract/push-answers.ts';
import { reachedSendSchema, sendKeySchema, sendSchema, sendsSchema, type Send } from '#contract/sends.ts';
import {
  deliverySchema,
  madeSourceSchema,
  sourceStatusSchema,
  versionFiguresSchema,
  versionListSchema,
  type AnalysisVersion,
  type InboxSource,
  type SheetSource,
} from '#contract/sources.ts';
import {
  invitationsSchema,
  listedTeamSchema,
  madeInvitationSchema,
  membersSchema,
  movedSchema,
  openedInvitationSchema,
  teamDeletedSchema,
  teamListSchema,
  teamSchema,
  type Invitation,
  type ListedTeam,
  type Members,
  type OpenedInvitation,
  type Team,
} from '#contract/team-answers.ts';
import { analysesExamples, exampleSave } from '../../../contract/analyses.ts';
import { connectionExamples } from '../../../contract/connections.ts';
import { EXAMPLE_EMAIL, EXAMPLE_ID, EXAMPLE_TIME } from '../../../contract/example.ts';
import { EXAMPLE_TOKEN, sharingExamples } from '../../../contract/sharing.ts';
import { toListed } from '../../../support/listed-send.ts';
import { problemOf } from './problem-of.ts';

const id = EXAMPLE_ID;
const at = EXAMPLE_TIME;

const user: User = {
  firstName: null,
  lastName: 'Body',
  email: EXAMPLE_EMAIL,
  profileImageUrl: null,
  hasPassword: false,
  unseenAlerts: 2,
};

const share = { leads: 40, converted: 9, totalLeads: 400, totalConverted: 80 };
const alerts: Alerts = {
  missing: null,
  isByValue: true,
  inUse: { version: 0, since: at, by: 'watched', newestDay: '2026-10-14', judgedAt: null },
  rules: [{ field: 'Source', value: 'Web', side: 'raise', weeks: 3 }],
  alerts: [
    {
      field: 'Source',
      value: 'Web',
      side: 'cut',
      version: 2,
      madeAt: at,
      seenAt: null,
      reference: share,
      latest: { first: '2026-10-01', last: '2026-10-14', ...share },
      p: 0.001,
      q: 0.01,
    },
  ],
  next: '2-1',
};

const listed: AnalysisSummary = {
  id,
  name: 'October',
  note: 'All regions',
  fileName: 'leads.csv',
  createdAt: at,
  version: 2,
  updatedAt: at,
  conversionValue: 100,
  significanceThreshold: 10,
  madeBy: EXAMPLE_EMAIL,
  updatedBy: null,
  datasetEndsAt: at,
  isShared: true,
  source: 'active',
  alerts: { open: 2, unseen: 1 },
  analysisData: { overallRate: 42, totalLeads: 200, totalQualified: 84, metrics: [] },
  choices: {
    statusColumn: 'Status',
    qualifiedValues: { first: ['Won'], count: 1 },
    attributes: [{ field: 'Age', ranges: { first: [{ min: 0, max: null, label: '0+' }], count: 1 } }],
    currency: 'EUR',
  },
};

const rules: TeamRules = {
  domain: 'example.com',
  sessionDomain: null,
  datasetDays: 30,
  datasets: 3,
  ending: 1,
  nextEndsAt: at,
};
const audit: Audit = {
  entries: [
    {
      id: 7,
      at,
      person: { id: 'p', name: null },
      action: 'analysis.saved',
      object: id,
      label: 'October',
      detail: 'viewer',
      network: 'hash',
    },
  ],
  next: 6,
  people: [{ id: 'p', name: 'Some Body' }],
};

const accounts: AdAccounts = {
  accounts: [{ id: '1', via: '2', name: 'Shop', currency: 'EUR', isManager: false, isTest: true }],
  unread: 3,
};
const places: FoundPlaces = {
  places: [
    {
      name: 'Texas',
      candidates: [
        { id: '21176', name: 'Texas', country: 'US', type: 'State', fullName: 'Texas, United States' },
      ],
      confirmedId: null,
    },
  ],
};
const audiences: Audiences = {
  audiences: [{ id: '5', name: 'Buyers', type: '', problem: null, confirmedFor: ['Web'] }],
};
const conversionActions: ConversionActions = {
  conversionActions: [
    {
      id: '7',
      name: 'Lead',
      type: 'UPLOAD_CLICKS',
      category: 'QUALIFIED_LEAD',
      isPrimary: true,
      ownerId: null,
    },
  ],
  trackedBy: null,
};
const preview: PushPreview = {
  picture: 'hash',
  accountName: 'Shop',
  difference: [{ action: 'add', rule: 'Device: Mobile', before: null, after: 'Multiply by 1.30' }],
  others: [{ rule: 'Device: Tablet', effect: 'Multiply by 0.80' }],
  touches: ['One campaign.'],
  notes: ['A note.'],
  problems: [{ rule: 0, message: 'A problem.' }],
  isTested: true,
};
const push: PushRecord = {
  id,
  kind: 'google-rules',
  account: { id: '1', via: null, name: 'Shop' },
  by: EXAMPLE_EMAIL,
  createdAt: at,
  state: 'done',
  changes: [{ action: 'add', count: 1 }],
  difference: preview.difference,
  written: ['Device: Mobile'],
  problem: null,
  next: ['A step.'],
  kept: ['A rule.'],
  rulesInUse: null,
  undoneAt: null,
  canUndo: true,
};

const toListedPush = ({
  difference: _difference,
  written: _written,
  problem: _problem,
  next: _next,
  kept: _kept,
  rulesInUse: _rulesInUse,
  ...rest
}: PushRecord): ListedPush => rest;

const outcome = { status: 'FAILED' as const, records: 3, errors: [{ reason: 'A', count: 3 }], warnings: [] };
const send: Send = {
  id,
  account: '1234567890',
  manager: null,
  action: '7',
  total: 3,
  fingerprint: 'hash',
  madeAt: 1,
  done: 3,
  refused: 0,
  startedAt: at,
  updatedAt: at,
  requests: [{ id: 'r', events: 3, outcome }],
};

const stored = { id, state: 'active' as const, createdAt: at, lastRunAt: null, lastError: null };
const inbox: InboxSource = { kind: 'inbox', ...stored };
const sheet: SheetSource = {
  kind: 'sheet',
  ...stored,
  state: 'paused',
  sheet: { spreadsheetId: 'x'.repeat(44), tabId: 0, title: 'Leads', tabTitle: 'October' },
  schedule: { every: 'week', weekday: 1, hour: 7, timeZone: 'Europe/Berlin' },
  nextDueAt: null,
  isRunning: true,
};
const counts = { leads: 10, converted: 4, newValues: [{ field: 'Source', first: ['Fair'], count: 1 }] };
const version: AnalysisVersion = { number: 2, madeAt: at, ...counts, enteredAt: null, metrics: [] };

const team: ListedTeam = {
  id,
  name: 'Sales',
  role: 'editor',
  editorsPush: true,
  members: 3,
  admins: 1,
  endsWithYou: [],
};
const quota = { used: 1, most: 500 };
const wholeTeam: Team = {
  ...team,
  createdAt: at,
  quotas: { analyses: quota, bytes: quota, members: quota },
  owns: { links: 1, sources: 2, connections: 3, pushes: 4 },
};
const members: Members = {
  members: [
    { id, name: 'Some Body', email: EXAMPLE_EMAIL, role: 'admin', joinedAt: at, isYou: true, endsWith: [] },
  ],
};
const invitation: Invitation = {
  id,
  role: 'viewer',
  email: null,
  isMailed: false,
  madeBy: 'Some Body',
  madeAt: at,
  expiresAt: at,
};
const opened: OpenedInvitation = {
  team: 'Sales',
  role: 'viewer',
  email: EXAMPLE_EMAIL,
  isForYou: true,
  isMember: false,
  expiresAt: at,
};

const saved = { id, version: 2, updatedAt: at };
const { answer: shareStatus } = sharingExamples.kept;
const { answer: figures } = sharingExamples.opened;

const ANSWERS: readonly (readonly [string, z.ZodMiniType, unknown])[] = [
  ['alerts', alertsSchema, alerts],
  ['alerts of no rules', alertsSchema, { ...alerts, missing: 'no-date', inUse: null, rules: [], alerts: [] }],
  ['counts of alerts', alertCountsSchema, listed.alerts],
  ['labels', labelsSchema, { ...saved, name: 'October', note: '' }],
  ['a save', savedSchema, saved],
  ['a version', versionSchema, { version: 2, updatedAt: at }],
  ['the stored version', currentSchema, { version: 2, updatedAt: at, updatedBy: null }],
  [
    'a failure',
    errorBodySchema,
    { message: 'No.', code: 'A_NEW_ONE', current: { version: 2, updatedAt: at } },
  ],
  ['a list', analysisListSchema, [listed, { ...listed, source: null, choices: null }]],
  ['an analysis', savedAnalysisSchema, analysesExamples.analysis.answer],
  ['an analysis without its dataset', savedAnalysisSchema, analysesExamples.analysisWithoutDataset.answer],
  ['a link', shareStatusSchema, shareStatus],
  ['no link', shareStatusSchema, { share: null }],
  ['a new link', newShareSchema, { token: EXAMPLE_TOKEN, ...Object(shareStatus) }],
  ['figures of a link', sharedAnalysisSchema, figures],
  ['the user', userSchema, user],
  ['a pending link', pendingLinkSchema, { email: EXAMPLE_EMAIL }],
  ['a confirmation', confirmationSchema, { message: 'Done.' }],
  ['an end of an account', accountDeletedSchema, { message: 'Done.', accessLeft: ['google', 'microsoft'] }],
  ['connections', connectionsSchema, connectionExamples.allOffers.answer],
  ['a connection', connectionsSchema, connectionExamples.connected.answer],
  ['a check of a connection', checkedSchema, connectionExamples.checked.answer],
  ['a consent', consentSchema, connectionExamples.consent.answer],
  ['an access token', accessTokenSchema, connectionExamples.token.answer],
  ['mail', mailStatusSchema, { email: EXAMPLE_EMAIL, isProved: true, hasAlerts: false }],
  ['a new password', passwordResetDoneSchema, { message: 'Done.', isHandedOver: true }],
  ['the rules of a team', teamRulesSchema, rules],
  ['the log of a team', auditSchema, audit],
  ['an entry of nobody', auditSchema, { ...audit, entries: [{ ...audit.entries[0], person: null }] }],
  ['ad accounts', adAccountsSchema, accounts],
  ['places', foundPlacesSchema, places],
  ['audiences', audiencesSchema, audiences],
  ['conversion actions', conversionActionsSchema, conversionActions],
  ['a preview', previewSchema, preview],
  ['a push', pushedSchema, { push }],
  ['pushes', pushListSchema, { pushes: [toListedPush(push)], next: 'before' }],
  ['the key of sends', sendKeySchema, { key: 'k' }],
  ['how far a send has come', reachedSendSchema, { id: 's', done: 2, refused: 1 }],
  ['sends', sendsSchema, { sends: [toListed(send)], next: 'before' }],
  ['a send', sendSchema, send],
  ['an inbox', sourceStatusSchema, { source: inbox }],
  ['a sheet', sourceStatusSchema, { source: sheet }],
  ['no source', sourceStatusSchema, { source: null }],
  ['a new inbox', madeSourceSchema, { token: 't', source: inbox }],
  ['a delivery', deliverySchema, { version: 2, ...counts }],
  ['versions', versionListSchema, { versions: [version], next: null }],
  [
    'the figures of a version',
    versionFiguresSchema,
    { number: 2, madeAt: at, analysisData: exampleSave.analysisData },
  ],
  ['a listed team', listedTeamSchema, team],
  ['teams', teamListSchema, { teams: [team] }],
  ['a team', teamSchema, wholeTeam],
  ['an end of a team', teamDeletedSchema, { message: 'Done.', accessLeft: ['meta'] }],
  ['members', membersSchema, members],
  ['invitations', invitationsSchema, { invitations: [invitation] }],
  ['a new invitation', madeInvitationSchema, { token: null, invitation }],
  ['an open invitation', openedInvitationSchema, opened],
  ['a move', movedSchema, { id, team: null }],
];

describe('the page keeps all that it is answered about', () => {
  test.each(ANSWERS)('%s', (_, schema, answer) => {
    expect(schema.parse(answer)).toEqual(answer);
  });
});

/** The answers with each of these words, which the page has texts and pictures for. */
const WORDS: readonly (readonly [string, z.ZodMiniType, (word: string) => unknown, readonly string[]])[] = [
  [
    'a side of a rule',
    alertsSchema,
    (side) => ({ ...alerts, rules: [{ ...alerts.rules[0], side }] }),
    ['raise', 'cut'],
  ],
  [
    'a way into use',
    alertsSchema,
    (by) => ({ ...alerts, inUse: { ...alerts.inUse, by } }),
    ['watched', 'entered', 'google-rules', 'meta', 'microsoft'],
  ],
  [
    'a reason why there are no alerts',
    alertsSchema,
    (missing) => ({ ...alerts, missing }),
    ['not-counted', 'no-date', 'last-day', 'no-rules'],
  ],
  [
    'a state of what keeps an analysis current',
    analysisListSchema,
    (source) => [{ ...listed, source }],
    ['active', 'paused'],
  ],
  [
    'a state of a source',
    sourceStatusSchema,
    (state) => ({ source: { ...inbox, state } }),
    ['active', 'paused'],
  ],
  [
    'a service where a right of an account is left',
    accountDeletedSchema,
    (service) => ({ message: '', accessLeft: [service] }),
    ['google', 'meta', 'microsoft'],
  ],
  [
    'a service where a right of a team is left',
    teamDeletedSchema,
    (service) => ({ message: '', accessLeft: [service] }),
    ['google', 'meta', 'microsoft'],
  ],
  [
    'an action of a push',
    pushedSchema,
    (action) => ({ push: { ...push, difference: [{ ...push.difference[0], action }] } }),
    ['add', 'change', 'pause', 'remove', 'leave'],
  ],
  [
    'a state of a push',
    pushedSchema,
    (state) => ({ push: { ...push, state } }),
    ['writing', 'done', 'stopped', 'undone', 'undo-stopped'],
  ],
  [
    'what a push did to rules in use',
    pushedSchema,
    (rulesInUse) => ({ push: { ...push, rulesInUse } }),
    ['marked', 'not-marked', 'restored', 'left'],
  ],
  [
    'a kind of a push',
    pushedSchema,
    (kind) => ({ push: { ...push, kind } }),
    ['google-rules', 'meta', 'microsoft'],
  ],
  ['a role', teamListSchema, (role) => ({ teams: [{ ...team, role }] }), ['viewer', 'editor', 'admin']],
];

test.each(WORDS)('%s is one of its words', (_, schema, answerOf, words) => {
  for (const word of words) expect([word, problemOf(schema, answerOf(word))]).toEqual([word, null]);
  for (const word of ['', 'another']) expect(problemOf(schema, answerOf(word))).toMatch(/: Invalid input$/);
});

test('the lists of reasons name all of them', () => {
  expect([IN_USE_BY.length, NO_ALERTS.length]).toEqual([5, 4]);
});

test('an answer that lacks what the page needs is none', () => {
  const { isMember: _, ...less } = opened;
  expect(problemOf(openedInvitationSchema, less)).toBe('isMember: Invalid input');
  expect(problemOf(teamSchema, { ...wholeTeam, owns: {} })).toBe(
    'owns.links: must be a whole number of at least 0',
  );
});
