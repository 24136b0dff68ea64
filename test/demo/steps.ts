import { PAGES } from '#contract/pages.ts';
import { ACCOUNT, COLLEAGUE, SHEET_ADDRESS, TEAM } from './make-example.ts';

interface Step {
  name: string;
  to: string;
  text: string;
}

/** The steps that a newcomer can try within five minutes, for the terminal and for the page of the demo. */
export const listSteps = (address: string, analysisId: string): Step[] => [
  {
    name: 'Connect',
    to: `${address}/connections`,
    text: "Press 'Connect' on each card, and 'Allow' on the page that stands in for the service.",
  },
  {
    name: 'Push and undo',
    to: `${address}/saved/${analysisId}`,
    text: "Press 'As saved', then 'Other ways to use this', and choose 'Rules in the platform', 'Every form lead' and 'Push rules to Google Ads'. Confirm the two places, press 'Test', then 'Push 4 changes'. 'Undo' below takes the rules back. Meta and Microsoft are in the list beside.",
  },
  {
    name: 'Send',
    to: `${address}/saved/${analysisId}`,
    text: "Press 'As saved', then 'Other ways to use this', and choose 'A value per lead' and UTC as the time zone of the times. Press 'Send to Google Ads', choose the account Acme and its action 'Qualified lead'. Then 'Look at the Values', 'Test' and 'Send'.",
  },
  {
    name: 'Deliver',
    to: `${address}/demo`,
    text: "Press 'Deliver the latest leads': they go to the inbox of the example analysis, as a CRM sends them.",
  },
  {
    name: 'Be alerted',
    to: `${address}/demo/mailbox`,
    text: 'Among the latest leads two rules no longer hold. A letter in the mailbox says which ones; follow its link.',
  },
];

export const ALSO_THERE = [
  `The team "${TEAM}" has a copy of the analysis, and ${COLLEAGUE.email} with the same password.`,
  `There is a sheet for 'Import from Google Sheets' and for schedules: ${SHEET_ADDRESS}`,
  "For a run on a schedule end the inbox of the analysis, press 'Keep current', paste the address of that sheet, and press 'Let a week pass' on the page 'What to try'.",
  'The hourly run comes every minute here.',
];

/** The text that the demo prints once it is there. */
export const describeDemo = (address: string, analysisId: string): string => `
Demo: ${address}
Everything is the real thing, but the services are stand-ins on this machine. Ctrl+C ends it; each start begins afresh.

Sign in:  ${address}${PAGES.login.path}
Account:  ${ACCOUNT.email}
Password: ${ACCOUNT.password}
Mailbox:  ${address}/demo/mailbox

${listSteps(address, analysisId)
  .map(({ name, to, text }, at) => `${at + 1}. ${name}: ${to}\n   ${text}`)
  .join('\n')}

${ALSO_THERE.join('\n')}
`;
