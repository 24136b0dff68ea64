import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenedShare } from '#contract/answers.ts';
import { SHARE_NOT_FOUND, type Share, type SharedFigures } from '#contract/sharing.ts';
import { roundStages } from '#contract/stages.ts';
import { SavedAnalysisPage } from '#frontend/pages/saved-analysis.tsx';
import { SharedPage } from '#frontend/pages/shared.tsx';
import { EXAMPLE_TIME } from '#test/contract/example.ts';
import { EXAMPLE_TOKEN, exampleFigures, sharingExamples } from '#test/contract/sharing.ts';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { savedAnswer, savedCalls } from '#test/support/saved-analysis.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';

const { user, address, ...room } = installAccountRoom();
beforeEach(() => stubBrowserThread());

const SHARE = '/api/analyses/worked/share';
const NONE = answerOf(sharingExamples.shareReadNone);
const ACTIVE = answerOf(sharingExamples.shareRead);
const LABELS = { name: 'October', note: 'Without the trade fair.' };

/** Opens the page of an analysis and its dialog. */
async function openDialog(answers: Record<string, Answer>, saved = savedAnswer({}, LABELS)) {
  const server = room.open({
    at: '/saved/worked',
    pages: { '/saved/:id': <SavedAnalysisPage id="worked" /> },
    answers: { ...savedCalls('worked', { body: saved }), ...answers },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  return server;
}

const press = (name: string) => screen.findByRole('button', { name }).then((button) => user.click(button));
const dialog = () => screen.findByRole('dialog');
const preview = () => screen.findByRole('region', { name: 'Preview' });
const addressField = () => screen.queryByRole('textbox', { name: 'Address' });

type Server = Awaited<ReturnType<typeof openDialog>>;

/** The body of the only call of this name. */
function sent<Body>(server: Server, call: string): Body {
  const calls = server.received(call);
  expect(calls).toHaveLength(1);
  return JSON.parse(String(calls[0]?.body)) as Body; // what the page has sent
}

describe('an analysis without a link', () => {
  test('shows the page as it will be before there is one', async () => {
    const server = await openDialog({ [`GET ${SHARE}`]: NONE });
    const page = within(await preview());
    expect(page.getByRole('heading', { name: 'Shared analysis' })).toBeInTheDocument();
    expect(page.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Value Rules',
      'Segment Details',
      'Correlations',
      'Lead Calculator',
    ]);
    expect(page.getByText(/^Shared read-only, figures of/)).toBeInTheDocument();
    expect(page.getByText(/1\.42/)).toBeInTheDocument();
    expect((await dialog()).textContent).toContain('“Other (small)”; here there are none');
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.received(`POST ${SHARE}`)).toEqual([]);
  });

  test('shows neither name nor note unless its owner ticks them', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: NONE,
      [`POST ${SHARE}`]: answerOf(sharingExamples.shared),
    });
    const page = within(await preview());
    expect(page.queryByText(LABELS.name)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Show the name' }));
    expect(page.getByRole('heading', { name: LABELS.name })).toBeInTheDocument();
    expect(page.queryByText(LABELS.note)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Show the note' }));
    expect(page.getByText(LABELS.note)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Show the name' }));
    await press('Create link');
    await waitFor(() => expect(addressField()).not.toBeNull());
    const { isKept, figures } = sent<Share>(server, `POST ${SHARE}`);
    expect([isKept, figures.name, figures.note]).toEqual([false, null, LABELS.note]);
  });

  test('shares the figures of its stages as they were saved, rounded', async () => {
    const server = await openDialog(
      { [`GET ${SHARE}`]: NONE, [`POST ${SHARE}`]: answerOf(sharingExamples.shared) },
      savedAnswer({ stages: STORED_STAGES }, LABELS),
    );
    expect(within(await preview()).getByRole('button', { name: 'Stages' })).toBeInTheDocument();
    await press('Create link');
    await waitFor(() => expect(addressField()).not.toBeNull());
    const { figures } = sent<Share>(server, `POST ${SHARE}`);
    expect(figures.analysisData.stages).toEqual(roundStages(STORED_STAGES));
  });

  test('gets one, whose address is shown once', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: NONE,
      [`POST ${SHARE}`]: answerOf(sharingExamples.shared),
    });
    await press('Create link');
    await waitFor(() => expect(addressField()).not.toBeNull());
    expect(addressField()).toHaveProperty('value', `${location.origin}/shared#${EXAMPLE_TOKEN}`);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument();
    server.answer(`GET ${SHARE}`, ACTIVE);
    await press('Done');
    await press('Share');
    expect(await screen.findByText(/^Was shown once/)).toBeInTheDocument();
    expect(addressField()).toBeNull();
  });

  test('gets no second one where another tab has made one meanwhile', async () => {
    const server = await openDialog({ [`GET ${SHARE}`]: NONE });
    await preview();
    server.answer(`GET ${SHARE}`, ACTIVE);
    await press('Create link');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'another tab or device has made this one',
    );
    expect(screen.getByRole('button', { name: 'New link' })).toBeInTheDocument();
    expect(server.received(`POST ${SHARE}`)).toEqual([]);
  });

  test('is printed as its link shows it, and not as the page behind the dialog', async () => {
    const print = vi.fn(() => void fireEvent(window, new Event('beforeprint')));
    vi.stubGlobal('print', print);
    await openDialog({ [`GET ${SHARE}`]: NONE });
    await user.click(await within(await preview()).findByRole('button', { name: 'Other exports' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 });
    const titles = [...document.querySelectorAll('.ui-report h1')].map((title) => title.textContent);
    expect(titles).toEqual(['Lead value report: Shared analysis']);
  });

  test('names the columns whose values are folded', async () => {
    const small = savedAnswer(
      {
        headers: undefined,
        rows: undefined,
        metrics: [
          {
            fieldName: 'Source',
            fieldValue: 'Web',
            totalLeads: 990,
            qualifiedLeads: 197,
            conversionRate: 19.9,
          },
          { fieldName: 'Source', fieldValue: 'Fair', totalLeads: 7, qualifiedLeads: 2, conversionRate: 28.6 },
          { fieldName: 'Source', fieldValue: 'Fax', totalLeads: 3, qualifiedLeads: 1, conversionRate: 33.3 },
        ],
        correlationTests: [],
      },
      LABELS,
    );
    await openDialog({ [`GET ${SHARE}`]: NONE }, small);
    expect((await dialog()).textContent).toContain('Source: 1 value, with “Fair” added');
  });

  test('cannot get one with what looks like an e-mail address, which is named with the way out', async () => {
    const personal = savedAnswer(
      {
        headers: undefined,
        rows: undefined,
        metrics: [
          {
            fieldName: 'Owner',
            fieldValue: 'ann@example.com',
            totalLeads: 1000,
            qualifiedLeads: 200,
            conversionRate: 20,
          },
        ],
        correlationTests: [],
      },
      LABELS,
    );
    await openDialog({ [`GET ${SHARE}`]: NONE }, personal);
    expect((await screen.findByRole('alert')).textContent).toContain('"ann@example.com" of "Owner"');
    expect(screen.getByRole('link', { name: 'Edit analysis' }).getAttribute('href')).toBe(
      '/?loadAnalysis=worked',
    );
    expect(screen.getByRole('button', { name: 'Create link' })).toHaveProperty('disabled', true);
  });

  test('may get one where only the note holds an e-mail address, without the note', async () => {
    await openDialog({ [`GET ${SHARE}`]: NONE }, savedAnswer({}, { ...LABELS, note: 'Ask ann@example.com' }));
    await preview();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Show the note' }));
    expect(screen.getByRole('alert').textContent).toContain('The note looks like an e-mail address');
  });

  test.each(['shareFull', 'shareUnavailable'] as const)(
    'says why it cannot get one just now (%s), and loses nothing',
    async (name) => {
      const server = await openDialog({
        [`GET ${SHARE}`]: NONE,
        [`POST ${SHARE}`]: answerOf(sharingExamples[name]),
      });
      await preview();
      await user.click(screen.getByRole('checkbox', { name: 'Show the name' }));
      await press('Create link');
      const { message } = sharingExamples[name].answer as { message: string }; // the answers of failures have one
      expect((await screen.findByRole('alert')).textContent).toBe(message);
      server.answer(`POST ${SHARE}`, answerOf(sharingExamples.shared));
      await press('Create link');
      await waitFor(() => expect(addressField()).not.toBeNull());
      expect(server.received(`POST ${SHARE}`).map(({ body }) => body)[1]).toContain(LABELS.name);
    },
  );

  test('says that the session has ended', async () => {
    await openDialog({ [`GET ${SHARE}`]: NONE, [`POST ${SHARE}`]: answerOf(sharingExamples.shareOfNobody) });
    await press('Create link');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You are logged out');
    expect(within(alert).getByRole('link').getAttribute('target')).toBe('_blank');
  });

  test('lets somebody whose session has ended log in elsewhere, and asks again', async () => {
    const server = await openDialog({ [`GET ${SHARE}`]: answerOf(sharingExamples.shareOfNobody) });
    const logIn = await screen.findByRole('link', { name: 'Log in in another tab' });
    expect([logIn.getAttribute('href'), logIn.getAttribute('target')]).toEqual(['/api/login', '_blank']);
    server.answer(`GET ${SHARE}`, NONE);
    await press('Try Again');
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeInTheDocument();
  });

  test('waits for the answer with its buttons at rest', async () => {
    const answer = gate();
    await openDialog({
      [`GET ${SHARE}`]: NONE,
      [`POST ${SHARE}`]: { ...answerOf(sharingExamples.shared), after: answer.isOpen },
    });
    await press('Create link');
    expect(screen.getByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeNull();
    answer.open();
    await waitFor(() => expect(addressField()).not.toBeNull());
  });
});

describe('an analysis with a link', () => {
  test('says when it ends, how often it was opened and what it shows', async () => {
    await openDialog({ [`GET ${SHARE}`]: ACTIVE });
    const { textContent: text } = await dialog();
    await screen.findByRole('button', { name: 'Keep it' });
    expect((await dialog()).textContent).toMatch(/On January 13, 2027 .*, unless you keep it/);
    expect((await dialog()).textContent).toContain('1 time, previews of messengers included');
    expect((await dialog()).textContent).toMatch(/The figures of October 15, 2026 .*, with the name only/);
    expect(text).not.toContain(EXAMPLE_TOKEN);
  });

  test('is kept, and ends by itself again', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: ACTIVE,
      [`PATCH ${SHARE}`]: answerOf(sharingExamples.kept),
    });
    await press('Keep it');
    await screen.findByText('When you end it');
    expect(sent(server, `PATCH ${SHARE}`)).toEqual({ isKept: true });
    server.answer(`PATCH ${SHARE}`, ACTIVE);
    await press('End in 90 days');
    await screen.findByText(/January 13, 2027/);
    expect(server.received(`PATCH ${SHARE}`)[1]?.body).toBe('{"isKept":false}');
  });

  test('publishes the current figures only after they were shown', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: ACTIVE,
      [`PUT ${SHARE}`]: answerOf(sharingExamples.published),
    });
    await press('Update');
    expect(await screen.findByRole('heading', { name: 'Publish the current figures?' })).toBeInTheDocument();
    await preview();
    // As the link shows it now.
    expect(screen.getByRole('checkbox', { name: 'Show the name' })).toHaveProperty('checked', true);
    await press('Back');
    expect(server.received(`PUT ${SHARE}`)).toEqual([]);
    await press('Update');
    await press('Publish');
    await screen.findByRole('button', { name: 'Keep it' });
    const figures = sent<SharedFigures>(server, `PUT ${SHARE}`);
    expect([figures.name, figures.note, figures.analysisData.totalLeads]).toEqual(['October', null, 1000]);
    expect(addressField()).toBeNull();
  });

  test('asks at once where its analysis has just been updated, and not again once that is answered', async () => {
    room.open({
      at: '/saved/worked?share=update',
      pages: { '/saved/:id': <SavedAnalysisPage id="worked" /> },
      answers: { ...savedCalls('worked', { body: savedAnswer({}, LABELS) }), [`GET ${SHARE}`]: ACTIVE },
    });
    expect(await screen.findByRole('heading', { name: 'Publish the current figures?' })).toBeInTheDocument();
    await press('Back');
    await press('Done');
    expect(address()).toBe('/saved/worked');
    await press('Share');
    expect(await screen.findByRole('button', { name: 'Keep it' })).toBeInTheDocument();
  });

  test('is replaced by another one, which is kept like the first', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: answerOf(sharingExamples.kept),
      [`POST ${SHARE}`]: answerOf(sharingExamples.shared),
    });
    await press('New link');
    expect((await dialog()).textContent).toContain('The address that works now ends at once');
    await press('Create new link');
    await waitFor(() => expect(addressField()).not.toBeNull());
    expect(sent<Share>(server, `POST ${SHARE}`).isKept).toBe(true);
  });

  test('is ended after a question', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: ACTIVE,
      [`DELETE ${SHARE}`]: answerOf(sharingExamples.shareEnded),
    });
    await press('End link');
    const question = within(await screen.findByRole('alertdialog'));
    expect(server.received(`DELETE ${SHARE}`)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'End link' }));
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeInTheDocument();
    expect(server.received(`DELETE ${SHARE}`)).toHaveLength(1);
  });

  test('that has ended meanwhile cannot be kept: the dialog offers a new one', async () => {
    const server = await openDialog({
      [`GET ${SHARE}`]: ACTIVE,
      [`PATCH ${SHARE}`]: answerOf(sharingExamples.keepNotShared),
    });
    await screen.findByRole('button', { name: 'Keep it' });
    server.answer(`GET ${SHARE}`, NONE);
    await press('Keep it');
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeInTheDocument();
    expect(screen.getByRole('alert').textContent).toBe('This analysis has no link that works.');
  });

  test('can be asked for again where the server was out of reach', async () => {
    const server = await openDialog({ [`GET ${SHARE}`]: { isLost: true } });
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again');
    server.answer(`GET ${SHARE}`, ACTIVE);
    await press('Try Again');
    expect(await screen.findByRole('button', { name: 'Keep it' })).toBeInTheDocument();
  });
});

describe('the page behind a link', () => {
  const open = (hash: string, answer: Answer) =>
    room.open({
      at: `/shared${hash}`,
      pages: { '/shared': <SharedPage /> },
      answers: { 'GET /api/auth/user': SIGNED_OUT, 'POST /api/shared': answer },
    });
  const LINK = `#${EXAMPLE_TOKEN}`;

  test('shows the figures with its controls at rest, and sends the token in the body only', async () => {
    const server = open(LINK, answerOf(sharingExamples.opened));
    expect(await screen.findByRole('heading', { level: 1, name: 'leads.csv' })).toBeInTheDocument();
    expect(screen.getByLabelText('Conversion Value ($)')).toHaveProperty('disabled', true);
    expect(screen.queryByText('How this was checked')).toBeNull();
    expect(screen.getByText(/need the leads, so they are not on this page/)).toBeInTheDocument();
    expect(document.title).not.toContain(EXAMPLE_TOKEN);
    expect(document.head.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer');
    expect(server.calls()).toEqual(['POST /api/shared']);
    // Whoever copies the address passes on a link that works.
    expect(address()).toBe(`/shared${LINK}`);
    expect(server.received('POST /api/shared')[0]?.body).toBe(JSON.stringify({ token: EXAMPLE_TOKEN }));
  });

  test('says how many leads are not decided yet, where its figures tell', async () => {
    const { analysisData, ...rest } = answerOf(sharingExamples.opened).body as OpenedShare;
    const server = open(LINK, { body: { ...rest, analysisData: { ...analysisData, notDecided: 60 } } });
    expect(await screen.findByText('Not decided yet: 60 leads.')).toBeInTheDocument();
    expect(server.calls()).toEqual(['POST /api/shared']);
  });

  test('says nothing of it for a link of an earlier release', async () => {
    open(LINK, answerOf(sharingExamples.opened));
    await screen.findByRole('heading', { level: 1, name: 'leads.csv' });
    expect(screen.queryByText(/Not decided yet/)).toBeNull();
  });

  test('says that results are by conversions where its owner looks by value, and has no sentence in money', async () => {
    const configurationData = { ...exampleFigures.configurationData, basis: 'value' };
    open(LINK, { status: 200, body: { ...exampleFigures, publishedAt: EXAMPLE_TIME, configurationData } });
    expect(await screen.findByText('by conversions')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'What to Do' }).textContent).not.toMatch(/worth|\$/);
  });

  test('says nothing of conversions where its owner looks at them too', async () => {
    open(LINK, answerOf(sharingExamples.opened));
    expect(await screen.findByRole('heading', { level: 1, name: 'leads.csv' })).toBeInTheDocument();
    expect(screen.queryByText('by conversions')).toBeNull();
  });

  test.each([
    ['has ended, has expired or never was', LINK],
    ['is not complete', LINK.slice(0, -1)],
    ['has no token', ''],
  ])('is the same where a link %s', async (_, hash) => {
    open(hash, answerOf(sharingExamples.openNotFound));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Nothing is shared here' }),
    ).toBeInTheDocument();
    expect(screen.getByText(SHARE_NOT_FOUND)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test.each([
    ['openTooOften', 'Your network has opened very many links. Please try again in 60 minutes.'],
    ['openUnavailable', 'The service is unavailable right now. Please try again in a moment.'],
  ] as const)('says that it can be tried again (%s)', async (name, reason) => {
    const server = open(LINK, answerOf(sharingExamples[name]));
    expect(await screen.findByText(reason)).toBeInTheDocument();
    server.answer('POST /api/shared', answerOf(sharingExamples.opened));
    await press('Try Again');
    expect(await screen.findByRole('heading', { level: 1, name: 'leads.csv' })).toBeInTheDocument();
  });
});
