import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * A sentence of sections 2, 4, 5 or 8 of a specification in short, the file of its test, and a part of the test's title; most titles hold
 * the sentence itself. A test that is renamed or removed fails here, so that no sentence loses its test unseen.
 */
type Row = readonly [sentence: string, file: keyof typeof FILES, title?: string];

const SPECIFICATION = 'component/specification/';
const FILES = {
  shell: `${SPECIFICATION}shell.test.tsx`,
  steps: `${SPECIFICATION}workflow.test.tsx`,
  rules: `${SPECIFICATION}workflow-rules.test.tsx`,
  saving: `${SPECIFICATION}saving.test.tsx`,
  accounts: `${SPECIFICATION}accounts.test.tsx`,
  menu: 'component/account/account.test.tsx',
  theme: 'component/app/theme.test.tsx',
  upload: 'component/open-file/upload.test.tsx',
  savedDetail: 'component/saved/saved-detail.test.tsx',
  valueRules: 'component/value-rules/value-rules.test.tsx',
  client: 'unit/api/client.test.ts',
  fileChecks: 'unit/csv/problems.test.ts',
  sessions: 'worker/sessions.test.ts',
} as const;

const SENTENCES: Record<string, readonly Row[]> = {
  'Analysis workflow, 2: screens and routes': [
    ['a four-step wizard with a progress indicator and tooltips', 'shell'],
    ['The page scrolls to the top on each step change', 'shell'],
    ['loadAnalysis on / holds a saved analysis id', 'saving'],
    ['into step 2 with everything restored (after authentication has resolved)', 'saving'],
    ['is then removed from the URL', 'saving'],
    ['Header: logo, a light/dark theme toggle', 'shell'],
    ['saved in local storage under the key theme', 'theme', 'is kept under the key theme once chosen'],
    ['defaulting to the system preference', 'theme', 'follows the system until one is chosen'],
    ['and a user menu', 'menu', 'has name, e-mail, and everything that one can do with an account'],
    ["a 'Get started' button to /auth/login", 'shell'],
    ['Footer links: /docs (Architecture Docs), /privacy, /roadmap, /changelog and an external site', 'shell'],
    ['From step 2 on, a sub-bar under the header shows the file name and the chosen columns', 'steps'],
    ["Headline 'Calculate Lead Values for Smarter Bidding'", 'steps'],
    ['A drag-and-drop zone that can also be clicked to browse', 'steps'],
    ["'Drop CSV file here or click to browse' and 'Supports .csv files up to 10MB'", 'steps'],
    ["'Processing file...' while busy", 'shell', "processing while the file is read ('Processing file...')"],
    ['Drag-over highlights the zone', 'steps'],
    ["An 'Expected CSV Format' box: up to 20 columns supported", 'steps'],
    ['at least 2 columns (1 Status + 1-3 attributes); first row holds column headers', 'steps'],
    ['after upload the user selects which columns to analyse', 'steps'],
    ['the box stands open where there is room', 'upload', 'the expected format has its four rules'],
    ['Errors appear in an Error card', 'steps'],
    ["buttons 'Use Different Data' and 'Next: Select Columns'", 'steps'],
    ["A required 'Lead Status Column' dropdown and three attribute dropdowns", 'steps'],
    ['Attribute 1 is required (asterisk)', 'steps'],
    ["Attributes 2 and 3 are optional and offer a 'None' choice", 'steps'],
    ["'Sample:' with up to 3 distinct sample values from the data", 'steps'],
    ["'(Blank)' is shown when blanks exist", 'steps'],
    ["An amber warning 'Please select a Status column and at least 1 Attribute column to continue'", 'steps'],
    ["'Next: Map Values' is disabled until then", 'steps'],
    ['A column already used in another slot is disabled in the other dropdowns', 'steps'],
    ["Collapsed prompt (when no ranges exist): 'Numeric Column Detected' with the min and max", 'steps'],
    ['Quartiles (4 groups), Thirds (3 groups), Equal Intervals and Custom Ranges', 'steps'],
    ["'Define Ranges for {column}' with an editable row per range", 'steps'],
    ['an Add Range button, and preset badges Quartiles, Thirds and Equal Intervals', 'steps'],
    ["One column at a time, labelled 'Column N of M'", 'steps'],
    ["each badged 'Converted' or 'Not Converted', with counts shown", 'steps'],
    ['one text input per distinct value to rename or group it; blank keeps the original', 'steps'],
    ["'Back to Columns' (on the first column) or 'Previous'", 'steps'],
    ["'Next', which becomes 'Analyze' on the last column", 'steps'],
    ["'Analysis Complete!' with leads, conversions and baseline rate", 'steps'],
    ['Buttons: Back, Export All, Save Analysis, Start Over', 'steps'],
    ["An 'Analysis Controls' card with inputs Conversion Value ($) and Significance Threshold (%)", 'steps'],
    ['Tabs: Value Rules (default), Segment Details, Correlations, and Lead Calculator', 'steps'],
    ['the calculator only with attributes', 'savedDetail', 'without attributes has no Lead Calculator'],
    ["'Practical Value Rules' table with columns Field, Value, Suggested Value Rule", 'steps'],
    ['Status (Independent, or Overlapping (n) with the partner list)', 'steps'],
    ['the partner list', 'valueRules', 'shows a cut multiplier large, with the lift before the cut'],
    ["A 'Download CSV' button", 'steps'],
    ["A badge '{n} Interaction(s) Detected' with a 'View details' action", 'saving'],
    ["or 'All segments independent'", 'steps', "A badge 'All segments independent'"],
    ["Empty state: 'No segments exceed the ±{threshold}% threshold.", 'steps'],
    ["A 'Download Analysis Results' button", 'steps'],
    ["A table 'Statistically Significant Segments'", 'steps'],
    ["a collapsed 'Not Significant (Ignore These)' table with a Show/Hide toggle", 'steps'],
    ['Sortable columns: Field, Value, Leads, Conversions, Confidence, P-Value', 'steps'],
    ['Lead Value ($) only when the conversion value is above 0', 'steps'],
    ["With no tests: 'No Correlation Analysis Available", 'steps'],
    ["'All segment values can be safely used for bidding rules.'", 'steps'],
    ["'Good News: All factors are independent'", 'steps'],
    ["A summary banner 'Warning: n significant correlation(s) detected'", 'saving'],
    ['advice on handling correlated attributes, and a table with columns Combination, Leads', 'saving'],
    ['Significant rows come first, then by the size of the difference', 'saving'],
    ["An 'Export All Combinations' card offers a CSV download", 'saving'],
    ["Lead Calculator tab ('Calculate Individual Lead Values'). One dropdown per attribute", 'steps'],
    ['Until every attribute has a selection there is no result', 'steps'],
    ['A banner says that all factors are independent', 'steps'],
    ['some correlations were detected and correlated segments were reduced by 15%', 'saving'],
    ["a table 'All Lead Value Combinations', sorted highest first", 'steps'],
    ['horizontally scrollable with edge fade hints', 'steps'],
  ],
  'Analysis workflow, 4: states and transitions': [
    ['idle, then processing while the file is read', 'shell'],
    ['a hand-off of the file and parsed rows to the next step', 'shell'],
    ['Dropping and browsing use the same validation', 'rules'],
    ['The error message is cleared at the start of each new upload', 'rules'],
    ['Status column auto-guessed as the first header containing', 'rules'],
    ["qualified set reset to 'Qualified'; mappings and binning cleared", 'rules'],
    ["1 to 2 via 'Next'", 'rules'],
    ['2 to 3 via Next', 'steps', "'Next: Map Values' is disabled until then"],
    ['Step 3 moves column by column; Previous goes back one column', 'rules'],
    ["'Back to Columns' returns to step 2 from the first column", 'rules'],
    ['Back on step 4 returns to step 3', 'rules'],
    ['Start Over resets everything to step 1 with defaults (conversion value 100, threshold 10', 'rules'],
    [
      'a saved analysis goes to step 2',
      'saving',
      'It loads that analysis into step 2 with everything restored',
    ],
    ['starts collapsed (prompt) unless ranges already exist', 'rules'],
    ['Choosing a preset or Custom Ranges opens the editor', 'rules'],
    ['Custom starts with a single range from the data minimum to open-ended', 'rules'],
    ["idle, 'Saving...' while pending, then success", 'saving'],
    ['Theme: light or dark', 'theme', 'follows the system until one is chosen'],
    ['active tab defaults to value-rules', 'steps', 'Tabs: Value Rules (default)'],
    ['the Not Significant table is collapsed', 'steps', "a collapsed 'Not Significant (Ignore These)' table"],
    ['Sort defaults to adjusted lift descending; clicking the same column toggles direction', 'rules'],
    [
      'Calculator: no result until all are selected',
      'steps',
      'Until every attribute has a selection there is no',
    ],
    ['Notifications: at most 1 shown at a time; a new one replaces the previous', 'rules'],
    ['default duration 5000 ms', 'shell'],
    ['swipe-right to dismiss with 50 px threshold', 'shell'],
    ['F8 focuses the notification area', 'shell'],
    ['dismissed ones removed after 1,000,000 ms', 'shell'],
  ],
  'Analysis workflow, 5: validation rules': [
    ["File name must end in .csv, else 'Please upload a CSV file'", 'rules'],
    ["Size at most 10MB, else 'File size must be less than 10MB'", 'rules'],
    ['10 MB are taken', 'fileChecks', 'may have exactly 10 MiB'],
    ['A header row plus at least one data row, else', 'rules'],
    ['At most 40 columns, else', 'rules'],
    ['At least 2 columns, else', 'rules'],
    ['40 columns and 2 are taken', 'rules', 'Exactly 40 columns and exactly 2 are taken'],
    ["Any parse failure gives 'Failed to parse CSV file' (also logged)", 'rules'],
    ['Parsing splits lines, skips blank lines, handles double-quoted fields', 'rules'],
    ['Status column and attribute 1 required', 'steps', 'Attribute 1 is required (asterisk)'],
    ['when at least 80% of its non-empty values parse as finite numbers', 'rules'],
    ['Non-finite values are ignored', 'rules'],
    ["Blank attribute values are grouped under '(Blank)'", 'rules'],
    ["A blank status counts as qualified only if '(Blank)' is selected", 'rules'],
    ['An emptied mapping input removes that mapping', 'rules'],
    ['Min and max accept any decimal. An empty max means open-ended', 'rules'],
    ['The last remaining range cannot be removed', 'rules'],
    ['Overlap and ordering checks: none apply', 'rules'],
    ['Analyze needs at least one status value marked qualified', 'rules'],
    ['Conversion Value input: number, min 0, step 0.01; the +/- buttons change it by 10', 'rules'],
    ['Significance Threshold input: number, min 1, max 100, step 1', 'rules'],
    ['Loading needs array headers and rows', 'saving', 'Load without %s'],
    ['Export is blocked above 5,000 combinations', 'saving', 'Export too large: alert'],
  ],
  'Analysis workflow, 8: error catalogue': [
    ["Save, not logged in: 'Login Required': 'Please log in to save your analysis.'", 'rules'],
    ["Save, 401-type failure: 'Login Required': 'Please log in to save analyses.'", 'saving'],
    ["Save, other failure: 'Error': 'Failed to save analysis. Please try again.'", 'saving'],
    ["'Load Failed': 'Could not load the saved analysis'; loadAnalysis removed", 'saving'],
    ["'Load Failed': 'This analysis doesn't have enough data to edit'", 'saving'],
    ["'Too many combinations (n). Please limit your data to reduce combinations below 5,000.'", 'saving'],
    ["button disabled with badge 'Too many combinations - reduce your data'", 'saving'],
    ['Low confidence (under 50%)', 'rules'],
    ["'Analysis Saved' ('Your analysis has been saved successfully.')", 'saving'],
    ["Success toast 'Analysis Loaded'", 'saving'],
    ["Success toast 'Export Complete' ('Your complete analysis has been downloaded.')", 'rules'],
    ['the status code, a colon and a space, then the body text', 'client'],
    ['or status text if the body is empty', 'client'],
    ["A 401 is recognised by a message starting '401: ' and containing 'Unauthorized'", 'client'],
  ],
  'Accounts, 2: screens and routes': [
    ['The route table has /, /auth/login, /auth/signup, /changelog, /roadmap, /saved', 'accounts'],
    ['public', 'shell', '%s: public'],
    ['any other path: not-found page', 'shell'],
    ['no user and the path starts with /saved', 'shell'],
    ['When a user is present and the path is', 'accounts'],
    ['A Continue with Google button (full-page navigation to GET /api/auth/google)', 'accounts'],
    ['then an Or divider, an email and password form', 'accounts'],
    ['and a notice about terms and privacy', 'accounts'],
    ['On success a Welcome back! toast is shown and the user goes to /', 'accounts'],
    ['The button shows Signing in... while pending', 'accounts'],
    ['The button reads Sign up with Email (Creating account... while pending)', 'accounts'],
    ['On success an Account created! toast is shown and the user goes to /', 'accounts'],
    ['Search box (placeholder Search analyses...) filtering by file name, case-insensitively', 'accounts'],
    ['no-match state with a Clear Search button', 'accounts'],
    ['empty state with a Create Your First Analysis button linking to /', 'accounts'],
    ['Each card links to /saved/{id} and shows: file name; creation date', 'accounts'],
    ['Top Performing Segments: from the metrics, only those with conversionRate above', 'accounts'],
    ['/saved/{id}: Shows Loading... while the user or analysis is loading', 'accounts'],
    ['If not logged in: go to / after 500 ms', 'accounts', 'At /saved/{id} they go to / after 500 ms'],
    ["'Analysis not found' with a 'Back to Saved Analyses' link to /saved", 'accounts'],
    ["a back link; a title that is the file name; a line 'Saved on'", 'accounts'],
    ["the product name, an external link to the creator's site, links to /docs and /changelog", 'accounts'],
    ['Static dated release notes (Oct 15, Oct 11, Oct 10 2025, initial release)', 'shell'],
    ['Static page with four phases (In Planning, Future, Future, Future) and a vision statement', 'shell'],
    ["title Privacy Policy, 'Last updated: October 15, 2025', 11 sections", 'shell'],
    ['Title Architecture Documentation, a back button to /, and sections on purpose', 'shell'],
    ["Shows the text 'Page Not Found' plus a developer-style hint", 'accounts'],
  ],
  'Accounts, 4 and 5: states, validation': [
    ['Validation happens on submit', 'accounts'],
    ['Delete is disabled while pending', 'accounts'],
    ['Unauthenticated visitors to /saved get a Login Required toast', 'accounts'],
    ['at /saved/{id} they go to / after 500 ms', 'accounts', 'At /saved/{id} they go to / after 500 ms'],
    ['Sessions and cookies expire after 7 days of inactivity', 'sessions'],
    ['Login: email must be valid (Please enter a valid email)', 'accounts'],
    ['password at least 1 character (Password is required)', 'accounts'],
    ['password at least 8 characters (Password must be at least 8 characters)', 'accounts'],
    ['The detail fetch runs only when the user is authenticated and an id is present', 'accounts'],
  ],
  'Accounts, 8: error catalogue': [
    ['Login error containing USER_NOT_FOUND: destructive toast Account not found', 'accounts'],
    ['Other login errors: toast Login failed', 'accounts'],
    ['Signup errors: toast Signup failed', 'accounts'],
    [
      'Please log in to view saved analyses.',
      'accounts',
      'Unauthenticated visitors to /saved get a Login Required',
    ],
    ['Please log in to view this analysis', 'accounts'],
    ['Delete unauthorized: toast Unauthorized, You are logged out. Logging in again...', 'accounts'],
    ['Delete other failure: toast Error, Failed to delete analysis. Please try again.', 'accounts'],
    ['Delete success: toast Analysis Deleted, The analysis has been deleted successfully.', 'accounts'],
    ['Detail fetch failure: page shows Analysis not found', 'accounts'],
    ['Unknown route: Page Not Found page', 'shell'],
  ],
};

const TITLE = /([([])\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,(\s*(?:async\s*)?\()?/g;
const LEFT_OUT = /\b(?:test|it|describe)\.(?:skip|todo|only|fails)\b|^\s*\/\/\s*(?:test|it|describe)\b/m;

/** The titles of the tests of a file: those of calls, and those in the rows of tables. */
function readTitles(name: string): { title: string; isCall: boolean }[] {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  if (LEFT_OUT.test(text)) throw new Error(`${name} leaves tests out`);
  return [...text.matchAll(TITLE)].flatMap(([, opening, , title = '', body]) => {
    const isCall = opening === '(';
    return isCall && !body ? [] : [{ title: title.replaceAll(/\\(['"])/g, '$1'), isCall }];
  });
}

const titlesOf = new Map(Object.entries(FILES).map(([file, name]) => [file, readTitles(name)]));

describe.each(Object.entries(SENTENCES))('%s', (_, rows) => {
  test.each(rows.map(([sentence, file, part]) => [sentence, file, part ?? sentence] as const))(
    '%s',
    (_sentence, file, part) => {
      const holding = titlesOf.get(file)?.filter(({ title }) => title.includes(part));
      expect(holding, `a test in ${FILES[file]} that holds ‘${part}’`).not.toEqual([]);
    },
  );
});

test('each test that is named by a sentence stands in this list', () => {
  const parts = Object.values(SENTENCES).flat();
  const named = Object.entries(FILES).filter(([, name]) => name.startsWith(SPECIFICATION));
  const files = readdirSync(new URL(`../../${SPECIFICATION}`, import.meta.url));
  expect(named).toHaveLength(files.filter((name) => name.endsWith('.test.tsx')).length);
  for (const [file] of named) {
    const titles = titlesOf
      .get(file)
      ?.filter(({ title, isCall }) => isCall && title.includes(' ') && !/^\d\. /.test(title));
    const missing = titles?.filter(
      ({ title }) => !parts.some(([sentence, of, part = sentence]) => of === file && title.includes(part)),
    );
    expect(missing).toEqual([]);
  }
});
