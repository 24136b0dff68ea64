import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// Its code is fetched late; with the file it comes before the clock of a test runs.
import '#frontend/pages/results/printed-report.tsx';
import type { VersionFigures } from '#contract/sources.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { gate, type Answer } from '#test/support/fake-server.ts';
import { savedAnswer, savedCalls } from '#test/support/saved-analysis.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { columnOf, openView, printReport } from '../results/results-room.tsx';
import {
  ALERTS,
  choose,
  compared,
  END,
  figures,
  FIRST,
  kept,
  NOT_COUNTED,
  offer,
  open,
  press,
  SECOND,
  section,
  SOURCE,
  source,
  START,
  tableRows,
  TOKEN,
  TWO,
  user,
  version,
  VERSIONS,
} from './kept-room.tsx';

type Stage = StoredStageFigures['stages'][number];

/** The figures of a version with more members. */
function figuresWith(number: number, more: Partial<VersionFigures['analysisData']>): Record<string, Answer> {
  const cells = number === 1 ? FIRST : SECOND;
  const { body } = figures(number, cells)[`${VERSIONS}/${number}`]!; // it was made
  const { analysisData, ...rest } = body as VersionFigures;
  return { [`${VERSIONS}/${number}`]: { body: { ...rest, analysisData: { ...analysisData, ...more } } } };
}

const withStages = (number: number, stages: StoredStageFigures) => figuresWith(number, { stages });

describe('an analysis that is not kept current', () => {
  test('says in plain words what the server would do, and makes nothing before the button is pressed', async () => {
    const server = await open();
    await section('Keep current');
    await press('Keep current');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep this analysis current' }));
    const said = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(said[0]).toBe(
      'Our server reads the rows of each delivery, counts them and forgets them. No row is stored.',
    );
    expect(said[1]).toMatch(/^Figures only/);
    expect(said[3]).toMatch(/keep importing by hand/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.received(START)).toEqual([]);
  });

  test('gets an inbox, whose token is shown once', async () => {
    const server = await open({ [START]: { status: 201, body: { token: 'secret-1', source: source() } } });
    await section('Keep current');
    await press('Keep current');
    await press('Make an inbox');
    const dialog = within(await screen.findByRole('dialog', { name: 'Inbox' }));
    const address = `${location.origin}/api/inbox/box-1`;
    expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveProperty('value', address);
    expect(dialog.getByRole('textbox', { name: 'Token' })).toHaveProperty('value', 'secret-1');
    expect(dialog.getByLabelText('Try it with curl').textContent).toBe(
      `curl -X PUT \\\n  -H 'Authorization: Bearer secret-1' \\\n  -H 'Content-Type: text/csv' \\\n  --data-binary @leads.csv \\\n  '${address}'`,
    );
    expect(server.received(START).map(({ body }) => body)).toEqual(['{"kind":"inbox"}']);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    const status = await section('Kept current');
    expect(status.getByText(/^Waiting for the first delivery/)).toBeInTheDocument();
    await press('Inbox');
    expect(screen.queryByRole('textbox', { name: 'Token' })).toBeNull();
    expect(screen.getByText(/^Was shown once/)).toBeInTheDocument();
    expect(screen.getByLabelText('Try it with curl').textContent).toContain('Bearer TOKEN');
    expect(document.body.textContent).not.toContain('secret-1');
  });

  test('stays so where another tab has made an inbox in the meantime, and shows that one', async () => {
    const message = 'This analysis has an inbox already.';
    const server = await open({ [START]: { status: 409, body: { message, code: 'SOURCE_EXISTS' } } });
    await section('Keep current');
    await press('Keep current');
    server.answer(SOURCE, { body: { source: source() } });
    await press('Make an inbox');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await screen.findByRole('dialog', { name: 'Inbox' });
    expect(screen.queryByRole('textbox', { name: 'Token' })).toBeNull();
  });

  test.each<[string, Answer, string]>([
    ['refused', { status: 503, body: { message: 'Please try again in a moment.' } }, 'Please try again in a'],
    ['lost', { isLost: true }, 'This did not work just now.'],
    ['without a session', { status: 401, body: { message: 'Unauthorized' } }, 'You are logged out.'],
  ])('says so where the call is %s', async (_, answer, text) => {
    await open({ [START]: answer });
    await section('Keep current');
    await press('Keep current');
    await press('Make an inbox');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Make an inbox' })).toHaveProperty('disabled', false);
  });

  test('has no such section where the site takes no deliveries, and asks for nothing', async () => {
    offer('sheets');
    const server = await open();
    await screen.findByRole('tab', { name: 'Value Rules' });
    expect(screen.queryByRole('heading', { name: 'Keep current' })).toBeNull();
    expect(server.received(SOURCE)).toEqual([]);
  });

  test('shows that it is loading, and offers to try again', async () => {
    const answer = gate();
    const server = await open({ [SOURCE]: { isLost: true, after: answer.isOpen } });
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    answer.open();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Whether this analysis is kept current could not be read')).toBeInTheDocument();
    server.answer(SOURCE, { body: { source: null } });
    await user.click(alert.getByRole('button', { name: 'Try Again' }));
    await section('Keep current');
  });
});

describe('the inbox of an analysis', () => {
  test('gets another token, after a question', async () => {
    const server = await open({
      ...kept(),
      [TOKEN]: { body: { token: 'secret-2', source: source() } },
    });
    await section('Kept current');
    await press('Inbox');
    await press('New token');
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace the token?' }));
    expect(server.received(TOKEN)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Replace token' }));
    expect(await screen.findByRole('textbox', { name: 'Token' })).toHaveProperty('value', 'secret-2');
    expect(server.received(TOKEN)).toHaveLength(1);
  });

  test('ends, after a question; the versions stay', async () => {
    const server = await open({ ...kept(), [END]: { body: { message: 'The inbox has ended.' } } });
    await section('Kept current');
    await press('Inbox');
    await press('End inbox');
    const question = within(await screen.findByRole('alertdialog', { name: 'End this inbox?' }));
    expect(server.received(END)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'End inbox' }));
    const ended = await section('Keep current');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ended.getByText(/Nothing comes now: what kept it current was ended\.$/)).toBeInTheDocument();
    expect(ended.getByRole('heading', { name: 'What changed' })).toBeInTheDocument();
    expect(ended.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  test('is paused and resumed', async () => {
    const server = await open({
      ...kept(),
      'POST /api/analyses/worked/source/pause': { body: { source: source({ state: 'paused' }) } },
      'POST /api/analyses/worked/source/resume': { body: { source: source() } },
    });
    await section('Kept current');
    await press('Pause');
    expect(await screen.findByText('Paused')).toBeInTheDocument();
    await press('Resume');
    await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
    expect(server.received('POST /api/analyses/worked/source/resume')).toHaveLength(1);
  });

  test('that could not be paused says so, and is asked for again if it is gone', async () => {
    const gone = { status: 404, body: { message: 'This analysis has no source.' } };
    const server = await open({ ...kept(), 'POST /api/analyses/worked/source/pause': gone });
    await section('Kept current');
    server.answer(SOURCE, { body: { source: null } });
    await press('Pause');
    expect((await screen.findByRole('alert')).textContent).toContain('This analysis has no source.');
    await section('Keep current');
  });

  test('says why the last delivery failed, beside the last one that was counted', async () => {
    const lastRunAt = new Date(2026, 10, 23, 8, 0).toISOString();
    await open(kept({ lastRunAt, lastError: 'The column "Source" is missing.' }));
    const current = await section('Kept current');
    expect(
      current.getByText('The last delivery of November 23, 2026 8:00 AM was not counted'),
    ).toBeInTheDocument();
    expect(current.getByText(/^The column "Source" is missing\./)).toBeInTheDocument();
    expect(
      current.getByText(/^Version 2 came on November 22, 2026 3:04 PM: 1,200 leads, 25\.8% converted\.$/),
    ).toBeInTheDocument();
  });
});

describe('what changed', () => {
  test('compares the newest version with the one before, in words and in figures', async () => {
    await open(kept());
    await section('Kept current');
    await compared('version 1 and version 2');
    await press('Show');
    const rows = await tableRows('Watched rules, version 1 and version 2');
    const changed = await section('What changed');
    expect(changed.getByText(/^1,200 leads, 200 more than in version 1\./).textContent).toBe(
      '1,200 leads, 200 more than in version 1. Conversion rose from 20.0% to 25.8%.',
    );
    expect(changed.getByText(/clear rules/).textContent).toMatch(/Unclear now: .*Source: Ads.* New: .*Chat/);
    expect(
      changed.getByText('New values since version 1: Source: Chat and 2 more.', { exact: false }),
    ).toBeInTheDocument();
    const row = (value: string) => rows.find(([, , , name]) => name?.includes(value));
    expect(changed.getByText(/^A version keeps no rows, so no plan can be made of it/)).toBeInTheDocument();
    expect(
      changed.getByRole('link', { name: 'Open the analysis with its newest file' }).getAttribute('href'),
    ).toBe('/?settingsOf=worked');
    // 30 of 300 against 20.0%, then 80 of 320 against 25.8%.
    expect(row('Ads')?.[0]).toBe('○ Unclear now');
    expect(row('Ads')?.[1]).toMatch(/Unclear|No difference/);
    expect(row('Ads')?.[4]).toMatch(/^▼0\.50x0\.\d\d – 0\.\d\d$/);
    expect(row('Ads')?.[5]).toMatch(/^0\.97x0\.\d\d – 1\.\d\d$/);
    expect(row('Chat')?.[1]).toContain('Use');
    expect(row('Chat')?.slice(4)).toEqual(['–', expect.stringMatching(/^▲1\.79x/)]);
    expect(row('Referral')?.[0]).toBe('○ Still clear');
  });

  /** The figures of a version whose plans enter a figure for Ads on Google. */
  const entering = (number: number, multiplier: number): Record<string, Answer> => {
    const ads = { fieldName: 'Source', fieldValue: 'Ads', pairRules: 0 };
    const toEnter = [{ ...ads, figures: [{ platform: 'google' as const, multiplier }] }];
    return figuresWith(number, { toEnter });
  };

  test('compares the figures to enter of two versions that have them, and marks one with its own', async () => {
    await open({ ...kept(), ...entering(1, 0.6), ...entering(2, 0.9) });
    await compared('version 1 and version 2');
    const changed = await section('What changed');
    expect(
      changed.getByText('To enter anew: Source: Ads from 0.60x to 0.90x on Google.'),
    ).toBeInTheDocument();
    expect(changed.getByText(/^The lifts are not what to type\./)).toBeInTheDocument();
    expect(changed.queryByText(/no plan can be made/)).toBeNull();
    await press('Show');
    const rows = await tableRows('Watched rules, version 1 and version 2');
    expect(rows.find(([, , , name]) => name?.includes('Ads'))?.slice(-2)).toEqual([
      '0.60x Google',
      '0.90x Google',
    ]);
    expect(screen.getByText(/Its figures to enter are kept as those in use\.$/)).toBeVisible();
  });

  test('compares with the figures that were typed, where the earlier version is in use', async () => {
    const typed = { fieldName: 'Source', fieldValue: 'Ads', pairRules: 0 };
    const entered = new Date(2026, 10, 24).toISOString();
    const inUse = {
      version: 1,
      since: entered,
      by: 'entered' as const,
      newestDay: null,
      judgedAt: null,
      toEnter: [{ ...typed, figures: [{ platform: 'google' as const, multiplier: 0.88 }] }],
    };
    await open({
      ...kept({}, [TWO[0]!, version(1, FIRST, { enteredAt: entered })]),
      ...entering(1, 0.6),
      ...entering(2, 0.9),
      [ALERTS]: { body: { ...NOT_COUNTED, missing: null, inUse } },
    });
    await compared('version 1 and version 2');
    const changed = await section('What changed');
    expect(await changed.findByText('No figure in use has moved by more than the threshold.')).toBeVisible();
    await choose('Version', /^Version 1/);
    expect(await changed.findByText(/Its figures to enter are those in use\.$/)).toBeVisible();
  });

  test('says that there is no plan where one of both is of an earlier release', async () => {
    await open({ ...kept(), ...entering(2, 0.9) });
    await compared('version 1 and version 2');
    const changed = await section('What changed');
    expect(changed.queryByText(/anew|has moved/)).toBeNull();
    expect(changed.getByText(/^A version keeps no rows, so no plan can be made of it/)).toBeInTheDocument();
  });

  test('says which leads of the later version are not decided yet, where it tells', async () => {
    const otherStatuses = [
      { value: 'Lost', leads: 740 },
      { value: 'New', leads: 60 },
    ];
    await open({
      ...kept(),
      ...figuresWith(2, { otherStatuses }),
    });
    await section('Kept current');
    await compared('version 1 and version 2');
    const changed = await section('What changed');
    expect(changed.getByText(/Not decided/).textContent).toBe(
      'Not decided yet in version 2: New (60 leads).',
    );
    await choose('Version', /^Version 1/);
    await compared('as saved and version 1');
    expect(changed.queryByText(/Not decided/)).toBeNull();
  });

  test('compares the stages of both, untested, where both tell them', async () => {
    const [lead, demo, customer] = STORED_STAGES.stages as [Stage, Stage, Stage]; // there are three
    const later = { ...STORED_STAGES, stages: [{ ...lead, reached: 200 }, demo, customer] };
    await open({ ...kept(), ...withStages(1, STORED_STAGES), ...withStages(2, later) });
    await compared('version 1 and version 2');
    await screen.findByRole('heading', { name: 'Stages, version 1 and version 2' });
    await user.click(screen.getAllByRole('button', { name: 'Show' }).at(-1)!); // the rules have one too
    const rows = await tableRows('Stages, version 1 and version 2');
    expect(rows.map(([name, before, after]) => [name, before, after])).toEqual([
      ['Lead', '163', '200'],
      ['Demo', '83', '83'],
      ['Customer', '21', '21'],
    ]);
    expect(screen.queryByRole('columnheader', { name: /^(Verdict|By Chance)/ })).toBeNull();
    // Nothing was saved of stages.
    await choose('Compared with', /^As saved/);
    await compared('as saved and version 2');
    expect(screen.queryByRole('heading', { name: /^Stages,/ })).toBeNull();
  });

  test('compares with the version in use once one is marked, and marks a version', async () => {
    const entered = new Date(2026, 10, 24).toISOString();
    const three = [version(3, FIRST), ...TWO];
    const server = await open({
      ...kept({}, three),
      ...figures(3, FIRST),
      [`POST /api/analyses/worked/versions/1/entered`]: { body: version(1, FIRST, { enteredAt: entered }) },
    });
    await compared('version 2 and version 3');
    await choose('Version', /^Version 1/);
    await compared('as saved and version 1');
    expect(
      screen.getByText(/The figures that you typed are not stored: a version has no plan/),
    ).toBeVisible();
    await press('Mark as entered');
    const marked = await screen.findByText('Version 1 was marked as entered on Nov 24, 2026.', {
      exact: false,
    });
    expect(marked).toHaveTextContent('The figures that you typed are not stored with it.');
    expect(screen.queryByRole('button', { name: 'Mark as entered' })).toBeNull();
    expect(server.received('POST /api/analyses/worked/versions/1/entered')).toHaveLength(1);
    await choose('Version', /^Version 3/);
    await compared('version 1 and version 3');
    await choose('Compared with', /^Version 2/);
    await compared('version 2 and version 3');
    await choose('Version', /^Version 2/);
    await choose('Compared with', /^Version 3/);
    await compared('version 2 and version 3');
  });

  test.each([
    [0, 'The rules of version 1 were pushed with Google Ads (rules) on Nov 24, 2026.'],
    [
      1,
      'Version 1 was marked as entered on Nov 24, 2026. The figures that you typed are not stored with it.',
    ],
  ])('says how the rules in use came into use: marked %i ms after the push', async (later, words) => {
    const pushed = new Date(2026, 10, 24);
    const inUse = {
      version: 1,
      since: pushed.toISOString(),
      by: 'google-rules',
      newestDay: null,
      judgedAt: null,
    } as const;
    const enteredAt = new Date(pushed.getTime() + later).toISOString();
    await open({
      ...kept({}, [
        version(2, FIRST, { enteredAt: new Date(2026, 10, 23).toISOString() }),
        version(1, FIRST, { enteredAt }),
      ]),
      [ALERTS]: { body: { ...NOT_COUNTED, missing: null, inUse } },
    });
    const changed = await section('What changed');
    await choose('Version', /^Version 1/);
    await waitFor(() => expect(changed.getByText(words, { exact: false })).toBeVisible());
    expect(changed.getByText('In use').parentElement).toHaveTextContent(`In use ${words}`);
  });

  test('compares the first version with the figures as they were saved', async () => {
    await open(kept({}, [version(1, FIRST)]));
    await compared('as saved and version 1');
    expect(screen.getByText(/^1,000 leads, as many as were saved\./)).toBeInTheDocument();
  });

  test('says so where figures cannot be fetched, and tries again', async () => {
    const server = await open({ ...kept(), [`${VERSIONS}/1`]: { isLost: true } });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The figures could not be loaded')).toBeInTheDocument();
    server.answer(`${VERSIONS}/1`, figures(1, FIRST)[`${VERSIONS}/1`]!); // made just above
    await user.click(alert.getByRole('button', { name: 'Try Again' }));
    await compared('version 1 and version 2');
  });
});

describe('the results', () => {
  const head = async (leads: string) => {
    await screen.findByRole('heading', { name: 'Analysis Complete!' });
    await waitFor(() => expect(screen.getByText(leads, { selector: 'span' })).toBeVisible());
  };
  const figuresOf = (name: RegExp) => screen.getByRole('button', { name, pressed: undefined });
  /** Of the open tab. */
  const hasRule = (value: string) =>
    screen.getAllByRole('rowheader').some(({ textContent }) => textContent?.includes(value));

  test('are those of the newest version, and those that were saved on a click, and back', async () => {
    await open(kept());
    await head('1,200');
    expect(figuresOf(/^Version 2, Nov 22, 2026$/)).toHaveAttribute('aria-pressed', 'true');
    // Only the version has Chat.
    expect(hasRule('Chat')).toBe(true);
    expect(screen.getByText(/^A version keeps no rows\./)).toBeVisible();
    const apply = screen.getByRole('link', { name: 'Apply version 2: open its file' });
    expect(apply).toHaveAttribute('href', '/?settingsOf=worked');
    expect(screen.queryByRole('button', { name: 'Other ways to use this' })).toBeNull();

    expect(screen.getByRole('spinbutton', { name: 'Significance Threshold (%)' })).toBeEnabled();

    await user.click(figuresOf(/^As saved, Oct 15, 2025$/));
    await head('1,000');
    expect(hasRule('Chat')).toBe(false);
    expect(screen.queryByText(/^A version keeps no rows\./)).toBeNull();
    expect(screen.queryByRole('link', { name: /^Apply version/ })).toBeNull();

    await user.click(figuresOf(/^Version 2/));
    await head('1,200');
  });

  test('have the stages of the version, and those that were saved where one is asked for', async () => {
    const lead = STORED_STAGES.stages[0]!;
    const saved = {
      ...STORED_STAGES,
      stages: [{ ...lead, value: { ...lead.value!, amount: 150 } }, ...STORED_STAGES.stages.slice(1)],
    };
    await open({
      ...kept(),
      ...savedCalls('worked', { body: savedAnswer({ headers: [], rows: [], stages: saved }) }),
      ...withStages(2, STORED_STAGES),
    });
    await head('1,200');
    expect(screen.getByText(/^A version keeps no rows\./)).toHaveTextContent(
      'A version keeps no rows. Apply, the check, rules over time and files of leads are those of the saved rows, under As saved.',
    );
    await openView(user, 'Stages');
    expect(await screen.findByText(/^A lead is worth about \$310: 1 of 6 is won/)).toBeVisible();
    await user.click(figuresOf(/^As saved/));
    expect(await screen.findByText(/^A lead is worth about \$150: 1 of 6 is won/)).toBeVisible();
  });

  test('of a version without stages leave those that were saved under As saved, and say so', async () => {
    await open({
      ...kept(),
      ...savedCalls('worked', { body: savedAnswer({ headers: [], rows: [], stages: STORED_STAGES }) }),
    });
    await head('1,200');
    expect(screen.queryByRole('button', { name: 'Stages' })).toBeNull();
    expect(screen.getByText(/^A version keeps no rows\./)).toHaveTextContent(
      'rules over time, stages and files of leads are those of the saved rows, under As saved.',
    );
    await user.click(figuresOf(/^As saved/));
    expect(await screen.findByRole('button', { name: 'Stages' })).toBeVisible();
  });

  test('are those that were saved while no version has come, without a choice', async () => {
    await open(kept({}, []));
    await head('1,000');
    expect(screen.queryByRole('group', { name: 'Figures' })).toBeNull();
  });

  test('of a version that cannot be fetched are asked for again, and the saved ones can be shown', async () => {
    const server = await open({ ...kept(), [`${VERSIONS}/2`]: { isLost: true } });
    const failed = (await screen.findByText('Version 2 could not be loaded')).closest('[role=alert]');
    await user.click(figuresOf(/^As saved/));
    await head('1,000');
    await user.click(figuresOf(/^Version 2/));
    server.answer(`${VERSIONS}/2`, figures(2, FIRST)[`${VERSIONS}/2`]!); // made just above
    await user.click(
      within(
        (await screen.findByText('Version 2 could not be loaded')).closest<HTMLElement>('[role=alert]')!,
      ).getByRole('button', { name: 'Try Again' }),
    );
    await head('1,000');
    expect(failed).not.toBeNull();
    expect(screen.getByText(/^A version keeps no rows\./)).toBeVisible();
  });

  test('are those that were saved where the versions cannot be read', async () => {
    await open({ ...kept(), [VERSIONS]: { isLost: true } });
    await head('1,000');
  });
});

describe('the time line', () => {
  test('lists all versions, and draws the lift of each solid rule in them', async () => {
    await open(kept({}, [TWO[0]!, version(1, FIRST, { enteredAt: TWO[1]!.madeAt })])); // both there
    await section('Kept current');
    expect(screen.queryByRole('table', { name: 'Versions' })).toBeNull();
    await press('Time line');
    const rows = await tableRows('Versions');
    expect(rows.map(([name]) => name)).toEqual([
      'Version 2Nov 22, 2026 3:04 PM',
      'Version 1In useNov 21, 2026 3:04 PM',
      'As savedOct 15, 2025 3:04 PM',
    ]);
    expect(rows.map(([, , leads]) => leads)).toEqual(['1,200', '1,000', '1,000']);
    expect(rows.map((row) => row[4])).toEqual(['25.8%', '20.0%', '20.0%']);
    expect(rows[0]?.at(-1)).toBe('Source: Chat and 2 more');
    const chart = within(screen.getByRole('figure', { name: 'Lift of Each Rule by Version' }));
    const line = chart.getByRole('button', { name: /^Source: Ads\./ }).getAttribute('aria-label');
    expect(line).toMatch(/Version 1: 0\.50x \(0\.\d\d – 0\.\d\d\), 30 of 300 leads converted/);
    expect(line).toMatch(/Version 2: 0\.97x/);
    expect(chart.getByRole('button', { name: /^Source: Chat\..*Version 1: no such value/ })).toBeTruthy();
    await press('Hide time line');
    expect(screen.queryByRole('table', { name: 'Versions' })).toBeNull();
  });

  test('is printed with the results, once versions have come', async () => {
    const server = await open(kept());
    await section('What changed');
    const page = within(await printReport(user));
    expect(page.getByRole('heading', { level: 2, name: 'Time Line' })).toBeInTheDocument();
    expect(columnOf(page.getByRole('table', { name: 'Versions' }), 'Leads')).toEqual([
      '1,200',
      '1,000',
      '1,000',
    ]);
    expect(page.getByRole('img', { name: /^Lifts of \d rules in 3 versions/ })).toBeInTheDocument();
    expect(server.received(VERSIONS)).toHaveLength(1);
  });

  test('is no part of the report of an analysis without versions', async () => {
    await open();
    await section('Keep current');
    expect(within(await printReport(user)).queryByText('Time Line')).toBeNull();
  });
});
