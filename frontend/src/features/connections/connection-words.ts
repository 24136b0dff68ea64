import type { ConnectionKind } from '#contract/connection-kinds.ts';

interface ConnectionWords {
  /** The permission that the service gives to the site, which can be wider than the use. */
  right: string;
  /** The use that the site makes of it. */
  use: string;
  /** The way in which the right ends with the connection. */
  end: string;
}

const END_AT_GOOGLE =
  'This site deletes its tokens. It also gives the permission back at Google, unless another connection here uses the same Google account.';

/** The effect of ending a connection of the user or of a team, in one sentence. */
export const describeEnd = (account: string, isOfTeam: boolean): string =>
  isOfTeam
    ? `Until an admin connects again, nothing of the team is read or written with ${account}.`
    : `This site no longer reads or writes anything with ${account}.`;

/** The sentences about the connections of a team, where they are others. */
const TEAM_WORDS: Readonly<Record<ConnectionKind, Pick<ConnectionWords, 'use'>>> = {
  sheets: { use: 'This site reads on a schedule, and only the spreadsheets that an admin has named below.' },
  'google-values': {
    use: 'Nothing any more: members send values with connections of their own. Please disconnect it.',
  },
  'google-rules': {
    use: 'This site reads conversion actions and value rules, only of the ad accounts that an admin has named below. It changes only value rules, and only those that a member approves.',
  },
  meta: {
    use: 'This site reads value rules, only of the ad accounts that an admin has named below. It adds only those that a member approves.',
  },
  microsoft: {
    use: 'This site reads conversion value rules, only of the ad accounts that an admin has named below. It changes only those that a member approves.',
  },
};

/** The sentences about a connection of the user, or of a team. */
export const connectionWords = (kind: ConnectionKind, isOfTeam: boolean): ConnectionWords => ({
  ...CONNECTION_WORDS[kind],
  ...(isOfTeam && TEAM_WORDS[kind]),
});

/**
 * The sentences about each connection. The rights are those of the scopes, as their services describe them: Google's OAuth
 * scopes, Meta's reference of permissions, Microsoft Advertising's guide to OAuth (November 2026).
 *
 * @internal
 */
export const CONNECTION_WORDS: Readonly<Record<ConnectionKind, ConnectionWords>> = {
  sheets: {
    right: 'See the spreadsheets of a Google account. It cannot change or share them.',
    use: 'Your browser imports the tab whose address you enter.',
    end: END_AT_GOOGLE,
  },
  'google-values': {
    right:
      'Add, change and delete customer data in Google Ads, Google Analytics and Google’s marketing platform. It cannot change campaigns.',
    use: 'Your browser sends lead values to the conversion action that you choose.',
    end: END_AT_GOOGLE,
  },
  'google-rules': {
    right: 'See and change everything in the Google Ads accounts that a Google account can open.',
    use: 'This site reads conversion actions and value rules. It changes only value rules, and only those that you approve.',
    end: END_AT_GOOGLE,
  },
  meta: {
    right: 'See and change ads and their settings in the ad accounts that a Facebook account can open.',
    use: 'This site reads value rules. It adds only those that you approve.',
    end: 'This site deletes its token and gives the permission back at Meta.',
  },
  microsoft: {
    right:
      'See and change everything in the Microsoft Advertising accounts that a Microsoft account can open.',
    use: 'This site reads conversion value rules. It changes only those that you approve.',
    end: 'This site deletes its tokens. Microsoft offers no way to give a permission back from here, so please remove it on Microsoft’s own page too.',
  },
};
