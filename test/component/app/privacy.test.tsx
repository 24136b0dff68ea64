import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { consentPageOf } from '#contract/platforms.ts';
import {
  CHANGE_LETTERS,
  FAILED_GOOGLE_SIGN_INS,
  FAILED_SIGN_INS,
  FORGOTTEN,
  MAX_KEPT_PUSHES,
  INBOX_CALLS,
  INBOX_DELIVERIES,
  INBOX_REFUSALS,
  INVITATION_MAILS,
  INVITATION_MAILS_BY_NETWORK,
  INVITATION_MAILS_BY_USER,
  MAIL_TOKENS,
  SHARE_OPENS,
  SIGN_UPS,
  STORED_BY_NETWORK,
} from '#contract/limits.ts';
import { PrivacyPage } from '#frontend/pages/privacy.tsx';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();
afterEach(cleanup);

/** All that the page says. */
function readPage(): string {
  render(
    <MemoryRouter>
      <PrivacyPage />
    </MemoryRouter>,
  );
  return document.body.textContent?.replaceAll(/\s+/g, ' ') ?? '';
}

it('says what the hashes of networks count, and for how long', () => {
  const text = readPage();
  expect(text).toContain(
    'only to count: failed sign-ins, failed sign-ins with Google, sign-ups, wrong passwords for an account, forgotten passwords, opened read-only links, deliveries without a valid token, mailed links that do not work, mailed invitations, and how much was saved;',
  );
  expect(text).toContain(
    'failed sign-ins, failed sign-ins with Google, sign-ups, forgotten passwords, opened links, mailed links that do not work and deliveries without a valid token for 1 hour, wrong passwords for an account for 15 minutes, mailed invitations and saved megabytes for 24 hours.',
  );
  expect(
    [FAILED_GOOGLE_SIGN_INS, SIGN_UPS, SHARE_OPENS, INBOX_REFUSALS, FORGOTTEN, MAIL_TOKENS].map(
      ({ windowMs }) => windowMs,
    ),
  ).toEqual(Array(6).fill(FAILED_SIGN_INS.windowMs));
  expect(INVITATION_MAILS_BY_NETWORK.windowMs).toBe(STORED_BY_NETWORK.windowMs);
  expect(text).toContain('the cookie __Host-signed-out, which tells the page to remove the drafts');
});

it('says which counts of an account, a team and an inbox last for a day', () => {
  expect(readPage()).toContain(
    'Counts per account, such as saves and wrong passwords: at most an hour. Letters about changes of an account, invitations that a person or a team has mailed, and calls and deliveries of an inbox: 24 hours.',
  );
  expect(
    [INVITATION_MAILS_BY_USER, INVITATION_MAILS, INBOX_CALLS, INBOX_DELIVERIES].map(
      ({ windowMs }) => windowMs,
    ),
  ).toEqual(Array(4).fill(CHANGE_LETTERS.windowMs));
});

it('says what keeping an analysis current does with the rows, and what it keeps', () => {
  const text = readPage();
  expect(text).toContain('and no row, neither in the database nor in a log nor in the state of a run.');
  expect(text).toContain('the alerts with the counts that raised them and when you saw them');
  expect(text).toContain(
    'our server asks Google for the cells of that one tab, counts the leads and forgets them.',
  );
  expect(text).toContain('the newest 60 versions, and of each earlier month the last one.');
  expect(text).toContain(
    'only if you have an account and ask for it: with Save Analysis, or with Keep current',
  );
});

it('says how long this browser keeps work', () => {
  const text = readPage();
  expect(text).toContain('the tab remembers that for 15 minutes and saves');
  expect(text).toContain('removes the draft of a closed tab after 7 days, as soon as');
  expect(text).toContain('until the site finds them 90 days old.');
});

it('says what each connection may do, where its tokens are, and how it ends', () => {
  const text = readPage();
  for (const scope of ['spreadsheets.readonly', 'datamanager', 'adwords', 'ads_management', 'msads.manage'])
    expect(text).toContain(scope);
  expect(text).toContain(
    'sealed with a key that is not in the database. A token that lasts never leaves it.',
  );
  expect(text).toContain('gives the permission back at Google or Meta.');
  expect(text).toContain('__Host-consent for those in which you connect a service');
  expect(text).toContain('Nothing else of your file goes anywhere: no lead, no count and no rate.');
  expect(text).toContain(`Of those before the last ${MAX_KEPT_PUSHES} of an ad account`);
  const link = screen.getByRole('link', { name: 'your page of consents at Microsoft' });
  expect(link.getAttribute('href')).toBe(consentPageOf('microsoft'));
});
