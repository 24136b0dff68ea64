import { WRONG_PASSWORDS } from '#contract/limits.ts';
import type { ProseSection } from '#frontend/ui/prose.tsx';

const MINUTE_MS = 60_000;

export const WHAT_WE_KEEP: readonly ProseSection[] = [
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
];
