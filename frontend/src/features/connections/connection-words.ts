import { PLATFORM_OF, type ConnectionKind, type RuleKind } from '#contract/platforms.ts';
import { END_AT_GOOGLE } from '#frontend/analysis/platforms/google-ads/google-push.ts';
import type { PushWords } from '#frontend/analysis/platforms/platform.ts';
import { PUSH_WORDS } from '#frontend/analysis/platforms/push-words.ts';

type ConnectionWords = Pick<PushWords, 'right' | 'use' | 'teamUse' | 'end'>;

/** The effect of ending a connection of the user or of a team, in one sentence. */
export const describeEnd = (account: string, isOfTeam: boolean): string =>
  isOfTeam
    ? `Until an admin connects again, nothing of the team is read or written with ${account}.`
    : `This site no longer reads or writes anything with ${account}.`;

/** The connections that are not for rules. */
const OTHERS: Readonly<Record<Exclude<ConnectionKind, RuleKind>, ConnectionWords>> = {
  sheets: {
    right: 'See the spreadsheets of a Google account. It cannot change or share them.',
    use: 'Your browser imports the tab whose address you enter.',
    teamUse: 'This site reads on a schedule, and only the spreadsheets that an admin has named below.',
    end: END_AT_GOOGLE,
  },
  'google-values': {
    right:
      'Add, change and delete customer data in Google Ads, Google Analytics and Google’s marketing platform. It cannot change campaigns.',
    use: 'Your browser sends lead values to the conversion action that you choose.',
    teamUse: 'Nothing any more: members send values with connections of their own. Please disconnect it.',
    end: END_AT_GOOGLE,
  },
};

/** The sentences about a connection of the user, or of a team. */
export function connectionWords(kind: ConnectionKind, isOfTeam: boolean): ConnectionWords {
  const words = kind in OTHERS ? OTHERS[kind as keyof typeof OTHERS] : PUSH_WORDS[PLATFORM_OF[kind]];
  return isOfTeam ? { ...words, use: words.teamUse } : words;
}
