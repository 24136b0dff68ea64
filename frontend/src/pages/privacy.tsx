import {
  MAX_ANALYSES,
  SESSION_AGE_MS,
  SESSION_IDLE_MS,
  SIGN_INS,
  UNFINISHED_SAVE_MS,
  WRONG_PASSWORDS,
} from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { ProsePage, type ProseSection } from '#frontend/ui/prose.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SECTIONS: readonly ProseSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    content: (
      <>
        <p>
          Your leads are yours. The analysis runs in your browser: the file that you open is read on your own
          computer and is sent nowhere. Only if you have an account and choose <em>Save Analysis</em> does the
          server receive what you save.
        </p>
        <p>There is no advertising, no tracking and no analytics here, and nothing is sold or passed on.</p>
      </>
    ),
  },
  {
    id: 'information-collected',
    title: 'Information We Collect',
    content: (
      <>
        <p>
          <strong>Without an account:</strong> nothing about you or your leads.
        </p>
        <p>
          <strong>With an account:</strong>
        </p>
        <ul>
          <li>
            Your e-mail address and, if you sign up with a password, a bcrypt hash of it, never the password
          </li>
          <li>
            If you sign in with Google: your name, e-mail address and the address of your profile picture
          </li>
          <li>
            Each analysis that you save: the file&rsquo;s name, its column headers and rows, your choices and
            the results
          </li>
          <li>Your default conversion value and default significance threshold</li>
        </ul>
        <p>
          Like every web server, ours sees the network address of whoever asks for a page. We keep it only as
          a hash, and only to count sign-in and sign-up attempts. Requests are not logged; an error of our
          program is, without your data.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How We Use Information',
    content: (
      <>
        <p>To sign you in, to show you what you saved, and to fill in your defaults. For nothing else.</p>
        <p>
          Nobody reads your saved analyses to learn from them, and no model is trained on them. Each analysis
          is shown only to the account that saved it.
        </p>
      </>
    ),
  },
  {
    id: 'storage-and-security',
    title: 'Data Storage and Security',
    content: (
      <>
        <p>
          Account data and saved analyses are kept in a Cloudflare D1 database, which this application reaches
          through a Cloudflare Worker. Connections are encrypted.
        </p>
        <p>
          Work in progress, the draft, is kept in your browser&rsquo;s own storage (IndexedDB): the file and
          your choices, so that a reload loses nothing. It never leaves this browser.
        </p>
        <p>
          Passwords are hashed with bcrypt. Of a session we store only a hash, so that the table alone signs
          nobody in. Wrong passwords are limited to {WRONG_PASSWORDS.count} per account in{' '}
          {WRONG_PASSWORDS.windowMs / MINUTE_MS} minutes.
        </p>
      </>
    ),
  },
  {
    id: 'google-permissions',
    title: 'Google Permissions',
    content: (
      <>
        <p>
          Signing in with Google asks for your profile and your e-mail address (the scopes <code>openid</code>
          , <code>profile</code> and <code>email</code>), and for nothing more: no files, no contacts, no
          mail.
        </p>
        <p>
          We do not keep Google&rsquo;s tokens. You can withdraw the permission at any time in your Google
          account.
        </p>
      </>
    ),
  },
  {
    id: 'without-an-account',
    title: 'Using the Tool Without an Account',
    content: (
      <p>
        The whole workflow and every download work without an account. Your file is read by your browser and
        stays there; the downloads are made there too. You can check it: open your browser&rsquo;s network
        tools and watch that no request carries any of it.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your Rights',
    content: (
      <ul>
        <li>
          <strong>See:</strong> everything that we keep about you is shown in your account, and each saved
          analysis can be downloaded as CSV.
        </li>
        <li>
          <strong>Correct:</strong> your defaults can be changed at any time; a name and picture from Google
          are read anew at each sign-in.
        </li>
        <li>
          <strong>Delete:</strong> delete single analyses in the list, or the whole account from the menu at
          the top right. Deleting the account removes its analyses, preferences and sessions at once.
        </li>
      </ul>
    ),
  },
  {
    id: 'retention',
    title: 'Data Retention',
    content: (
      <ul>
        <li>
          Saved analyses: until you delete them or your account. An account holds up to {MAX_ANALYSES}. A save
          that did not finish is removed after {UNFINISHED_SAVE_MS / HOUR_MS} hours.
        </li>
        <li>
          Sessions: {SESSION_IDLE_MS / DAY_MS} days after you were last here, and {SESSION_AGE_MS / DAY_MS}{' '}
          days in any case.
        </li>
        <li>Counts of attempts per network address: {SIGN_INS.windowMs / HOUR_MS} hour.</li>
        <li>
          The draft in this browser: until you press Start Over, log out in any tab or delete your account. A
          draft left by a closed tab is removed a week later.
        </li>
      </ul>
    ),
  },
  {
    id: 'cookies-and-sessions',
    title: 'Cookies and Sessions',
    content: (
      <>
        <p>
          One cookie, <code>__Host-session</code>, keeps you signed in. It is set when you sign in, cannot be
          read by scripts, and expires after {SESSION_IDLE_MS / DAY_MS} days of inactivity. A second one,{' '}
          <code>__Host-google</code>, exists for minutes while you are at Google to sign in. Without signing
          in there is no cookie.
        </p>
        <p>
          Your browser&rsquo;s storage holds the colour theme that you chose (<code>theme</code>), the draft,
          whether you were signed in at your last visit (<code>account</code>), and, once you have logged out,
          a random mark (<code>left</code>) by which other open tabs notice it and show nothing of yours any
          more.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    content: (
      <p>
        When this policy changes, the date of its current version at the top changes with it. A change that
        takes anything from you is announced in the changelog before it holds.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        Questions about this policy or your data go to{' '}
        <a href={CREATOR.url} rel="noreferrer" target="_blank">
          {CREATOR.name}
        </a>
        .
      </p>
    ),
  },
];

export function PrivacyPage() {
  return (
    <ProsePage
      title={PAGES.privacy.title}
      dateline={
        <>
          Last updated: October 15, 2025
          <br />
          Current version: November 20, 2026
        </>
      }
      hasContents
      sections={SECTIONS}
      closing={`© 2025 ${PRODUCT_NAME}`}
    />
  );
}
