import {
  DEVICE_MS,
  FAILED_SIGN_INS,
  GOOGLE_PROOF_MS,
  MAX_ANALYSES,
  MIN_SHARED_LEADS,
  SESSION_AGE_MS,
  SESSION_IDLE_MS,
  SHARE_MS,
  SIGNED_OUT_COOKIE,
  SIGNED_OUT_MS,
  STORED_BY_NETWORK,
  UNFINISHED_SAVE_MS,
  WRONG_PASSWORDS,
} from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import { RETENTION_MS } from '#frontend/drafts/retention.ts';
import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { ProsePage, type ProseSection } from '#frontend/ui/prose.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long D1 keeps its history on Workers Paid; 7 on the free plan. */
const BACKUP_DAYS = 30;

const SECTIONS: readonly ProseSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    content: (
      <>
        <p>
          Your leads belong to you. The analysis runs in your browser: it reads your file on your own
          computer, or your sheet straight from Google, and sends the leads nowhere. The server receives an
          analysis with its leads only if you have an account and choose <em>Save Analysis</em>.
        </p>
        <p>
          This site has no advertising, no tracking and no analytics. We sell no data, and we pass none on.
        </p>
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
            Your e-mail address and, if you sign up with a password, a bcrypt hash of the password, never the
            password itself
          </li>
          <li>
            If you sign in with Google: your name, e-mail address and the address of your profile picture
          </li>
          <li>
            Each analysis that you save: the file&rsquo;s name, its column headers and rows, your choices and
            the results
          </li>
          <li>
            If you connect Google Sheets: the e-mail address of that Google account, and Google&rsquo;s tokens
            for reading its spreadsheets, sealed with a key that is not in the database
          </li>
          <li>Your default conversion value and default significance threshold</li>
        </ul>
        <p>
          Like every web server, ours sees the network address of each visitor. We keep it only as a hash made
          with a secret key, and only to count: failed sign-ins, failed sign-ins with Google, sign-ups, wrong
          passwords for an account, opened read-only links, and how much was saved. See below for how long. We
          do not log requests. We log errors of our program, without your data.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How We Use Information',
    content: (
      <>
        <p>
          We use it to sign you in, to show you your saved analyses and to fill in your defaults. We use it
          for nothing else.
        </p>
        <p>
          We do not read your saved analyses to learn from them, and we train no model on them. The site shows
          an analysis only to the account that saved it, and the figures of a read-only link to whoever has
          its address.
        </p>
        <p>
          <strong>Read-only links.</strong> If you create one, we keep a copy of the figures of that analysis,
          which anyone who has the address can read without an account: column names, values, counts and what
          follows from them. It holds no rows and not your e-mail address, and the name and your note only if
          you tick them. Values under {MIN_SHARED_LEADS} leads are shown together, counts of pairs that would
          tell how many leads a smaller group has are left out, and a text that looks like an e-mail address
          or telephone number blocks the link. You see the page before you create it. We count how often a
          link is opened, and keep nothing about who opened it. Search engines are asked not to list it.
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
          We keep account data and saved analyses at Cloudflare: in a D1 database and, where this site has
          one, in a bucket of object storage (R2) for the rows. Rows in the bucket are deleted within about an
          hour of their analysis. This application reaches both through a Cloudflare Worker. Connections are
          encrypted.
        </p>
        <p>
          Your browser keeps your work in progress, the draft, in its own storage (IndexedDB): the file and
          your choices, so that a reload loses nothing. The draft never leaves this browser. One that you made
          while signed in is marked with your e-mail address and shown only while you are signed in. It is not
          encrypted: anyone using this device under your name can read it. If you choose{' '}
          <em>Save Analysis</em> before you sign in, the tab remembers that for{' '}
          {RETENTION_MS.pendingSave / MINUTE_MS} minutes and saves after the sign-in. On the way to Google and
          back the tab also remembers the address of the sheet that you had entered; it is shown to your
          account only.
        </p>
        <p>
          It also keeps the settings of your last analysis, to offer them for your next file: the names of
          columns, the values that occur in the status column and the attributes, and your choices, but no
          rows. They never leave this browser, and another account does not see them.
        </p>
        <p>
          The database can be set back to any moment of at most the last {BACKUP_DAYS} days (Cloudflare calls
          this Time Travel). Deleted data leaves the database at once, and this history within {BACKUP_DAYS}{' '}
          days. We use the history only to repair damage.
        </p>
        <p>
          We hash passwords with bcrypt. We store only a hash of each session, so that the database alone
          gives nobody access. We allow {WRONG_PASSWORDS.count} wrong passwords per account and network in{' '}
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
          We keep the address of your profile picture, not the picture. While you are signed in, your browser
          loads it from Google (<code>lh3.googleusercontent.com</code>), so Google sees your network address,
          but not which page you are on.
        </p>
        <p>
          Where an account has no password, we ask Google before we delete the account, to be sure that it is
          you.
        </p>
        <p>
          From signing in we keep none of Google&rsquo;s tokens. You can withdraw each permission at any time
          in your Google account.
        </p>
        <h3>Google Sheets</h3>
        <p>
          Only if you choose <em>Connect Google Sheets</em>, and by a question of its own, we ask for the
          permission to see your spreadsheets (the scope <code>spreadsheets.readonly</code>, with{' '}
          <code>openid</code> and <code>email</code> to name the account). The permission cannot change or
          share anything. We use it for one thing: to import the tab whose address you enter.
        </p>
        <p>
          Your browser asks Google for the cells itself. They do not pass our server, which never asks for
          them. Our server keeps the permission as two tokens: one that lasts, which never leaves it, and one
          of an hour, which your browser gets for an import and holds only in memory. As with any file, the
          leads reach our server if you choose <em>Save Analysis</em>, which uploads the dataset to your
          account.
        </p>
        <p>
          <em>Disconnect</em>, in the import or in your preferences, and the deletion of your account give the
          permission back at Google and delete the tokens and the address of the Google account. Where Google
          does not confirm it, the page says so and names the place in your Google account where you can
          remove the permission.
        </p>
        <p>
          <strong>Limited Use.</strong> {PRODUCT_NAME}&rsquo;s use and transfer to any other app of
          information received from Google APIs will adhere to the{' '}
          <a
            href="https://developers.google.com/terms/api-services-user-data-policy"
            rel="noreferrer"
            target="_blank"
          >
            Google API Services User Data Policy
          </a>
          , including the Limited Use requirements. We use the information only for the import and the
          analysis that you see. We do not transfer it to others, except where a law demands it. We use it for
          no advertising and train no model on it. No person reads it, unless you ask us to help with it and
          agree to that, or security or a law demands it.
        </p>
      </>
    ),
  },
  {
    id: 'without-an-account',
    title: 'Using the Tool Without an Account',
    content: (
      <p>
        The whole workflow and every download work without an account. Your browser reads the file, keeps it
        and makes the downloads. You can check this: open the network tools of your browser, and see that no
        request contains any part of the file.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your Rights',
    content: (
      <ul>
        <li>
          <strong>See:</strong> your account shows everything that we keep about you, and you can download
          each saved analysis as CSV.
        </li>
        <li>
          <strong>Correct:</strong> you can change your defaults at any time. We read your name and picture
          from Google again at each sign-in.
        </li>
        <li>
          <strong>Delete:</strong> you can delete single analyses in the list, or the whole account from the
          menu at the top right. Deleting the account removes its analyses, preferences and sessions at once;
          see above for the history of the database.
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
          Saved analyses: until you delete them or your account. An account holds up to {MAX_ANALYSES}. We
          remove an unfinished save after {UNFINISHED_SAVE_MS / HOUR_MS} hours.{' '}
        </li>
        <li>
          Read-only links: {SHARE_MS / DAY_MS} days, unless you choose to keep the link; you can end it at any
          time. It ends with its analysis and with your account.
        </li>
        <li>
          Sessions: until {SESSION_IDLE_MS / DAY_MS} days after your last visit, and at most{' '}
          {SESSION_AGE_MS / DAY_MS} days.
        </li>
        <li>
          The connection to Google Sheets: until you disconnect or delete your account, or until Google says
          that the permission is over. A token for reading lasts for an hour at most.
        </li>
        <li>
          Counts per hashed network address: failed sign-ins, failed sign-ins with Google, sign-ups and opened
          links for {FAILED_SIGN_INS.windowMs / HOUR_MS} hour, wrong passwords for an account for{' '}
          {WRONG_PASSWORDS.windowMs / MINUTE_MS} minutes, saved megabytes for{' '}
          {STORED_BY_NETWORK.windowMs / HOUR_MS} hours. We delete each count within an hour after that.
        </li>
        <li>
          Counts per account, such as saves and wrong passwords: at most an hour, under a hash that does not
          name the account.
        </li>
        <li>
          The draft in this browser: until you press Start Over, log out in any tab or delete your account, or
          until somebody signs in here with another account. The site removes the draft of a closed tab after{' '}
          {RETENTION_MS.draft / DAY_MS} days, as soon as one of its pages is opened.
        </li>
        <li>
          The settings of your last analysis in this browser: until you log out in any tab or delete your
          account, or until somebody signs in here with another account, or until the site finds them{' '}
          {RETENTION_MS.settings / DAY_MS} days old.
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
          One cookie, <code>__Host-session</code>, keeps you signed in. The site sets it when you sign in,
          scripts cannot read it, and it expires after {SESSION_IDLE_MS / DAY_MS} days of inactivity. Two more
          cookies, <code>__Host-google</code> and <code>__Host-google-link</code>, exist for the minutes in
          which you sign in or connect Google Sheets at Google, and <code>__Host-google-proof</code> for{' '}
          {GOOGLE_PROOF_MS / MINUTE_MS} minutes after Google has confirmed that you may delete your account.
          When you sign out, the cookie <code>__Host-{SIGNED_OUT_COOKIE}</code> tells the page to remove the
          drafts; the page removes it with them, and it ends after {SIGNED_OUT_MS / 1000} seconds in any case.
          After a sign-in with a password the cookie <code>__Host-device</code> says for {DEVICE_MS / DAY_MS}{' '}
          days that this browser has been in your account, so that wrong passwords of strangers cannot keep
          you out; it stays when you log out and goes with the account. Without a sign-in there is no cookie.
        </p>
        <p>
          The storage of your browser holds the colour theme that you chose (<code>theme</code>), the draft,
          the settings of your last analysis and, if you were signed in at your last visit, a note of that (
          <code>account</code>). The tab holds the address of a sheet (<code>sheet-address</code>) while you
          are at Google. After you have logged out it also holds a random mark (<code>left</code>), which
          tells other open tabs to hide your data.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    content: (
      <p>
        When we change this policy, we change the date of its current version at the top as well. We announce
        a change to your disadvantage in the changelog before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        Please send questions about this policy or your data to{' '}
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
          Current version: November 23, 2026
        </>
      }
      hasContents
      sections={SECTIONS}
      closing={`© 2025 ${PRODUCT_NAME}`}
    />
  );
}
