import {
  MAX_ANALYSES,
  SESSION_AGE_MS,
  SESSION_IDLE_MS,
  SIGN_INS,
  UNFINISHED_SAVE_MS,
} from '#contract/limits.ts';
import { CREATOR } from '#frontend/lib/product.ts';
import type { ProseSection } from '#frontend/ui/prose.tsx';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const YOUR_SIDE: readonly ProseSection[] = [
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
