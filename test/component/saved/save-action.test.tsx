import { useEffect, useState } from 'react';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import type { Version } from '#contract/errors.ts';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import { removeAllDrafts } from '#frontend/drafts/draft-store.ts';
import { NOT_SAVED } from '#frontend/features/results/save-state.ts';
import type { WorkToSave } from '#frontend/features/saved/work.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { readToast } from '#frontend/ui/toast-store.ts';
import { analysesExamples } from '#test/contract/analyses.ts';
import { sharingExamples } from '#test/contract/sharing.ts';
import { authExamples } from '#test/contract/auth.ts';
import { EXAMPLE_ID } from '#test/contract/example.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { passTime, skipWaits, startClock } from '#test/support/clock.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { CONTEXT, savedAnswer, SETTINGS, summary } from '#test/support/saved-analysis.ts';

const { user, address, expectMessage, ...room } = installAccountRoom();

const MIB = 1024 * 1024;
const keepDraft = vi.fn(() => Promise.resolve());
const measurement = measure(tallyOfCells(workedFields, workedCells));
const ROWS_AS_SENT = new Blob(['the rows']);
const EXPORTED = { gzip: ROWS_AS_SENT, bytes: 20, longestRowBytes: 10 };
const work: WorkToSave = {
  openedAt: 1,
  save: NOT_SAVED,
  onSaveChange: () => {},
  measurement,
  settings: SETTINGS,
  context: CONTEXT,
  listStatusValues: () => Promise.resolve(['Yes', 'No', '']),
  exportDataset: () => Promise.resolve(EXPORTED),
  keepFigures: () => {},
  keepDraft,
};

/** The work that is shown next, and what the page made of it. */
let saved: WorkToSave;
let show: (change: Partial<WorkToSave>) => void;
beforeEach(() => {
  saved = work;
  sessionStorage.clear();
});

/** Shows a work until Start Over, as the wizard does. */
function Page() {
  const [shown, setShown] = useState<WorkToSave | null>(saved);
  const [newer, setNewer] = useState<Version | null>(null);
  useEffect(() => {
    show = (change) => act(() => setShown((before) => before && { ...before, ...change }));
    if (shown) saved = shown;
  });
  return (
    <>
      {shown && (
        <SaveAction
          work={{ ...shown, onSaveChange: (save) => setShown({ ...shown, save }) }}
          newer={newer}
          onNewer={setNewer}
        />
      )}
      <button type="button" onClick={() => setShown(null)}>
        Start Over
      </button>
    </>
  );
}

const SEND_ROWS = `PUT /api/analyses/${EXAMPLE_ID}/dataset`;
const UPDATE = `PUT /api/analyses/${EXAMPLE_ID}`;
const STORED = { 'POST /api/analyses': answerOf(analysesExamples.savedWaiting) };
const WITH_ROWS = { [SEND_ROWS]: answerOf(analysesExamples.datasetSaved) };
const LISTED = { 'GET /api/analyses': answerOf(analysesExamples.list) };

async function open(answers: Record<string, Answer>) {
  const server = room.open({
    at: '/',
    pages: { '/': <Page />, '/saved': <SavedList /> },
    answers: { ...LISTED, ...answers },
  });
  await waitFor(() => expect(server.received('GET /api/auth/user')).toHaveLength(1));
  return server;
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const saveButton = () => screen.getByRole('button', { name: 'Save Analysis' });
const save = () => user.click(saveButton());
const left = () => vi.mocked(leaveDocument).mock.calls.flat();
const keysOf = (server: { received(call: string): { headers: Headers }[] }) =>
  server.received('POST /api/analyses').map(({ headers }) => headers.get('Idempotency-Key'));

describe('saving an analysis', () => {
  test('sends the record, then the rows, says so meanwhile, and shows where it is', async () => {
    const answer = gate();
    const server = await open({
      ...STORED,
      [SEND_ROWS]: { ...answerOf(analysesExamples.datasetSaved), after: answer.isOpen },
    });
    await save();
    expect(screen.getByRole('button', { name: 'Saving...' }).ariaDisabled).toBe('true');
    await waitFor(() => expect(server.received(SEND_ROWS)).toHaveLength(1));

    const [record] = server.received('POST /api/analyses');
    expect(record?.headers.get('Content-Type')).toBe('application/json');
    expect(saveAnalysisSchema.parse(JSON.parse(String(record?.body)))).toMatchObject({
      fileName: 'worked.csv',
      conversionValue: 250,
      significanceThreshold: 12,
      datasetFollows: true,
      datasetBytes: ROWS_AS_SENT.size,
      configurationData: { qualifiedValues: ['Yes'], notQualifiedValues: ['No', '(Blank)'] },
      analysisData: { totalLeads: 1000, totalQualified: 200 },
    });
    const [rows] = server.received(SEND_ROWS);
    expect(rows?.headers.get('Content-Type')).toBe('application/gzip');
    expect(rows?.body).toBe(ROWS_AS_SENT);

    answer.open();
    await expectMessage('Analysis Saved', 'Your analysis has been saved successfully.');
    await user.click(screen.getByRole('link', { name: 'View analysis' }));
    expect(address()).toBe(`/saved/${EXAMPLE_ID}`);
  });

  test('is in the list that is shown next', async () => {
    const both = (
      <>
        <Page />
        <SavedList />
      </>
    );
    const answers = { 'GET /api/analyses': { body: [] }, ...STORED, ...WITH_ROWS };
    const server = room.open({ at: '/', pages: { '/': both }, answers });
    expect(await screen.findByText('Nothing saved yet')).toBeInTheDocument();
    server.answer('GET /api/analyses', { body: [summary()] });
    await save();
    expect(await screen.findByRole('link', { name: 'leads.csv' })).toBeInTheDocument();
  });
});

describe('saving that fails', () => {
  test.each<[string, Record<string, Answer>, string]>([
    [
      'too large',
      { ...STORED, [SEND_ROWS]: answerOf(analysesExamples.datasetTooLarge) },
      'This dataset is too large to save: more than 48 MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.',
    ],
    [
      'more than there is room for',
      { ...STORED, [SEND_ROWS]: answerOf(analysesExamples.datasetNoRoom) },
      'Delete one to save another.',
    ],
    [
      'more than there is room for, as announced',
      { 'POST /api/analyses': answerOf(analysesExamples.saveAnnouncedTooLarge) },
      'Delete one to save another.',
    ],
    [
      'more than the site has room for',
      { 'POST /api/analyses': answerOf(analysesExamples.saveServiceFull) },
      'This site has no room for more saved analyses right now. Keep the results with Export All.',
    ],
    [
      'one too many',
      { 'POST /api/analyses': answerOf(analysesExamples.saveFull) },
      'Delete one to save another.',
    ],
    [
      'too often',
      { 'POST /api/analyses': answerOf(analysesExamples.saveTooOften) },
      'Please try again in 1 minute.',
    ],
    [
      'refused for another reason',
      { 'POST /api/analyses': answerOf(analysesExamples.saveInvalid) },
      'Failed to save analysis. Please try again.',
    ],
    [
      'held up',
      { 'POST /api/analyses': answerOf(analysesExamples.saveUnavailable) },
      'Failed to save analysis. Please try again.',
    ],
    ['lost', { 'POST /api/analyses': { isLost: true } }, 'Failed to save analysis. Please try again.'],
    [
      'answered oddly',
      { 'POST /api/analyses': { status: 201, body: {} } },
      'Failed to save analysis. Please try again.',
    ],
  ])('since it is %s says what to do and stays', async (_, answers, text) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await open(answers);
    await save();
    await expectMessage('Error', text);
    expect(saveButton()).toHaveProperty('ariaDisabled', 'false');
    expect(left()).toEqual([]);
  });

  test('tries the same thing again with the same key, and another thing with another', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const server = await open({ ...STORED, [SEND_ROWS]: { isLost: true } });
    await save();
    await expectMessage('Error');
    await save();
    await waitFor(() => expect(server.received(SEND_ROWS)).toHaveLength(2));
    await waitFor(() => expect(saveButton()).toHaveProperty('ariaDisabled', 'false'));
    show({ settings: { ...SETTINGS, thresholdPercent: 20 } });
    await save();
    await waitFor(() => expect(keysOf(server)).toHaveLength(3));
    const [first, second, third] = keysOf(server);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  const manyValues = (length: number) => () =>
    Promise.resolve(Array.from({ length }, (_, index) => `value ${index}`));
  const longNames = {
    ...CONTEXT,
    qualifiedValues: Array.from({ length: 5 }, (_, index) => String(index).repeat(MIB)),
  };

  test.each<[string, Partial<WorkToSave>, RegExp]>([
    [
      'a row is longer than 1 MiB',
      { exportDataset: () => Promise.resolve({ ...EXPORTED, longestRowBytes: MIB + 1 }) },
      /^A row of this file is too long to save: more than 1 MiB\./,
    ],
    [
      'the rows are more than 48 MiB',
      { exportDataset: () => Promise.resolve({ ...EXPORTED, bytes: 48 * MIB + 1 }) },
      /^This dataset is too large to save: more than 48 MiB\./,
    ],
    ['it does not fit', { context: longNames }, /^This analysis is too large to save: more than 4 MiB\./],
  ])('since %s says so and sends nothing', async (_, change, text) => {
    saved = { ...work, ...change };
    const server = await open({});
    await save();
    await waitFor(() => expect(readToast()?.description).toMatch(text));
    expect(server.calls()).toEqual(['GET /api/auth/user']);
  });

  test('takes a longest row of exactly 1 MiB and rows of exactly 48 MiB', async () => {
    const exported = { ...EXPORTED, longestRowBytes: MIB, bytes: 48 * MIB };
    saved = { ...work, exportDataset: () => Promise.resolve(exported) };
    await open({ ...STORED, ...WITH_ROWS });
    await save();
    await expectMessage('Analysis Saved');
  });

  test('sends at most 5,000 of the other status values where all are too many', async () => {
    saved = { ...work, listStatusValues: manyValues(400_000) };
    const server = await open({ ...STORED, ...WITH_ROWS });
    await save();
    await expectMessage('Analysis Saved');
    const [record] = server.received('POST /api/analyses');
    const body = saveAnalysisSchema.parse(JSON.parse(String(record?.body)));
    expect(body.configurationData.notQualifiedValues).toHaveLength(5000);
    expect(body.analysisData.correlationTests.length).toBeGreaterThan(0);
  });

  test('when the rows cannot be had sends nothing', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    saved = { ...work, exportDataset: () => Promise.reject(new Error('The thread stopped')) };
    const server = await open({});
    await save();
    await expectMessage('Error', 'Failed to save analysis. Please try again.');
    expect(server.received('POST /api/analyses')).toEqual([]);
  });
});

describe('saving before it is known who is signed in', () => {
  test('sends nothing until it is known, then saves', async () => {
    const answer = gate();
    const server = await open({
      'GET /api/auth/user': { ...SIGNED_IN, after: answer.isOpen },
      ...STORED,
      ...WITH_ROWS,
    });
    await save();
    await new Promise((resolve) => setTimeout(resolve)); // a call that goes out at once has gone out
    expect(new Set(server.calls())).toEqual(new Set(['GET /api/auth/user']));
    answer.open();
    await expectMessage('Analysis Saved');
    expect(server.received('POST /api/analyses')).toHaveLength(1);
  });

  test.each<[string, Answer]>([
    ['the look-up fails', answerOf(authExamples.userUnavailable)],
    ['no answer comes', { isLost: true }],
  ])('sends nothing where %s', async (_, answer) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const server = await open({ 'GET /api/auth/user': answer, ...STORED, ...WITH_ROWS });
    await save();
    await waitFor(() => expect(readToast()).not.toBeNull());
    expect(new Set(server.calls())).toEqual(new Set(['GET /api/auth/user']));
  });
});

describe('saving by nobody', () => {
  test('asks for a login, keeps the draft, and leaves after a second', async () => {
    const server = await open({ 'GET /api/auth/user': SIGNED_OUT });
    const waits = skipWaits();
    await save();
    await expectMessage('Login Required', 'Please log in to save your analysis.');
    expect(keepDraft).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(left()).toEqual(['/api/login']));
    expect(waits.filter((ms) => ms === 1000)).toHaveLength(2); // one is of the message, which is read aloud for so long
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test('a user who has signed in in another tab meanwhile saves', async () => {
    const server = await open({ 'GET /api/auth/user': SIGNED_OUT, ...STORED, ...WITH_ROWS });
    server.answer('GET /api/auth/user', SIGNED_IN);
    await save();
    await expectMessage('Analysis Saved');
    expect(left()).toEqual([]);
  });

  test('whose session ended while working is asked for a login and leaves after half a second', async () => {
    await open({ 'POST /api/analyses': answerOf(analysesExamples.saveOfNobody) });
    const waits = skipWaits();
    await save();
    await expectMessage('Login Required', 'Please log in to save analyses.');
    expect(keepDraft).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(left()).toEqual(['/api/login']));
    expect(waits).toContain(500);
  });

  test('waits until the draft is kept', async () => {
    const kept = gate();
    keepDraft.mockReturnValueOnce(kept.isOpen);
    await open({ 'POST /api/analyses': answerOf(analysesExamples.saveOfNobody) });
    startClock();
    await save();
    await passTime(5000);
    expect(left()).toEqual([]);
    kept.open();
    await waitFor(() => expect(left()).toEqual(['/api/login']));
  });
});

const OTHER_SETTINGS = { ...SETTINGS, thresholdPercent: 20 };

describe('an analysis that was saved', () => {
  async function openAndSave(answers: Record<string, Answer> = {}) {
    const server = await open({ ...STORED, ...WITH_ROWS, ...answers });
    await save();
    await screen.findByRole('button', { name: 'Saved' });
    return server;
  }
  const sent = (server: { calls(): string[] }) => server.calls().filter((call) => !call.startsWith('GET'));

  test('is not saved again while it holds what is shown', async () => {
    const server = await openAndSave();
    expect(buttons()).toContain('Saved');
    expect(buttons()).not.toContain('Save as new');
    await press('Saved');
    show({ settings: OTHER_SETTINGS });
    expect(buttons()).not.toContain('Saved');
    show({ settings: { ...SETTINGS } });
    await press('Saved');
    expect(sent(server)).toEqual(['POST /api/analyses', SEND_ROWS]);
  });

  test.each<[string, Partial<WorkToSave>]>([
    ['the conversion value', { settings: { ...SETTINGS, conversionValue: 251 } }],
    ['the threshold', { settings: OTHER_SETTINGS }],
    ['the currency', { settings: { ...SETTINGS, currency: 'EUR' } }],
    ['the leads that count', { context: { ...CONTEXT, leads: { leftOutStatuses: ['Spam'], date: null } } }],
    ['the status column', { context: { ...CONTEXT, statusColumn: 'Outcome' } }],
    ['a converted value', { context: { ...CONTEXT, qualifiedValues: ['Yes', 'No'] } }],
    ['an attribute', { context: { ...CONTEXT, attributes: CONTEXT.attributes.slice(1) } }],
    [
      'the name of a value',
      {
        context: {
          ...CONTEXT,
          attributes: CONTEXT.attributes.map((one) => ({ ...one, mapping: new Map([['a', 'b']]) })),
        },
      },
    ],
    [
      'a range',
      {
        context: {
          ...CONTEXT,
          attributes: CONTEXT.attributes.map((one) => ({ ...one, ranges: [{ min: 0, max: 1, label: '' }] })),
        },
      },
    ],
  ])('can be updated once %s has changed', async (_, change) => {
    await openAndSave();
    show(change);
    expect(buttons().slice(0, 2)).toEqual(['Update', 'Save as new']);
  });

  test('is updated in place, without its rows', async () => {
    const server = await openAndSave({ [UPDATE]: answerOf(analysesExamples.replaced) });
    show({ settings: OTHER_SETTINGS });
    await press('Update');
    await expectMessage('Analysis Updated', 'Your saved analysis has been updated.');
    expect(buttons()).toContain('Saved');
    expect(buttons()).not.toContain('Save as new');
    const [update] = server.received(UPDATE);
    expect(saveAnalysisSchema.parse(JSON.parse(String(update?.body)))).toMatchObject({
      significanceThreshold: 20,
      datasetFollows: false,
      analysisData: { totalLeads: 1000 },
    });
    expect(sent(server)).toEqual(['POST /api/analyses', SEND_ROWS, UPDATE]);
  });

  test('with a link asks whether the link shall show the update', async () => {
    const share = `GET /api/analyses/${EXAMPLE_ID}/share`;
    const server = await openAndSave({
      [UPDATE]: answerOf(analysesExamples.replaced),
      [share]: answerOf(sharingExamples.shareRead),
    });
    show({ settings: OTHER_SETTINGS });
    await press('Update');
    await expectMessage('Analysis Updated', 'Its read-only link shows the earlier figures');
    expect(screen.getByRole('link', { name: 'Publish them' }).getAttribute('href')).toBe(
      `/saved/${EXAMPLE_ID}?share=update`,
    );
    expect(sent(server)).toEqual(['POST /api/analyses', SEND_ROWS, UPDATE]);
  });

  test('is saved as another one on demand, with a key of its own', async () => {
    const server = await openAndSave();
    show({ settings: OTHER_SETTINGS });
    await press('Save as new');
    await waitFor(() => expect(server.received(SEND_ROWS)).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    const keys = keysOf(server);
    expect(keys.every((key) => key !== null && key.length >= 16)).toBe(true);
    expect(new Set(keys).size).toBe(2);
  });

  test('keeps both offers where an update fails', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await openAndSave({ [UPDATE]: { isLost: true } });
    show({ settings: OTHER_SETTINGS });
    await press('Update');
    await expectMessage('Error', 'Failed to save analysis. Please try again.');
    expect(buttons().slice(0, 2)).toEqual(['Update', 'Save as new']);
  });

  describe('and that another tab has changed', () => {
    const RECORD = `GET /api/analyses/${EXAMPLE_ID}?dataset=apart`;
    const [first, theirs] = ['2026-10-15T15:04:00.000Z', '2026-10-15T16:30:00.000Z'];
    const CHANGED: Answer = {
      status: 412,
      body: { message: 'Changed', code: 'CHANGED', current: { version: 3, updatedAt: theirs } },
    };
    const stored = (configuration: object = {}) => {
      const answer = savedAnswer(
        {},
        { significanceThreshold: 30, version: 3, updatedAt: theirs, ...configuration },
      );
      return { body: { ...answer, id: EXAMPLE_ID } };
    };
    const versionsOf = (server: { received(call: string): { headers: Headers }[] }) =>
      server.received(UPDATE).map(({ headers }) => headers.get('If-Match'));

    async function meetConflict() {
      const server = await openAndSave({ [UPDATE]: CHANGED, [RECORD]: stored() });
      show({ settings: OTHER_SETTINGS });
      await press('Update');
      const dialog = await screen.findByRole('dialog', { name: 'Saved elsewhere in the meantime' });
      return { server, dialog };
    }

    test('shows both times and changes nothing by itself', async () => {
      const { server, dialog } = await meetConflict();
      const times = [...dialog.querySelectorAll('time')].map(({ dateTime }) => dateTime);
      expect(times).toEqual([theirs, first]);
      expect(versionsOf(server)).toEqual(['"2"']);
      await user.keyboard('{Escape}');
      expect(buttons().slice(0, 2)).toEqual(['Update', 'Save as new']);
      expect(versionsOf(server)).toEqual(['"2"']);
    });

    test('is replaced on demand, and only if it was not changed once more', async () => {
      const { server } = await meetConflict();
      await press('Replace');
      await waitFor(() => expect(versionsOf(server)).toEqual(['"2"', '"3"']));
      server.answer(UPDATE, answerOf(analysesExamples.replaced));
      await user.click(await screen.findByRole('button', { name: 'Replace' }));
      await expectMessage('Analysis Updated');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(buttons()).toContain('Saved');
    });

    test('stays, and mine is saved as a new one', async () => {
      const { server } = await meetConflict();
      await press('Save mine as new');
      expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
      expect(new Set(keysOf(server)).size).toBe(2);
      expect(versionsOf(server)).toHaveLength(1);
    });

    test('can be opened in the place of mine', async () => {
      await meetConflict();
      const link = screen.getByRole('link', { name: 'Open theirs' });
      expect(link.getAttribute('href')).toBe(`/?loadAnalysis=${EXAMPLE_ID}`);
    });

    test.each([
      ['got a name only', { significanceThreshold: SETTINGS.thresholdPercent }],
      [
        'holds what is shown, since an answer was lost',
        { significanceThreshold: OTHER_SETTINGS.thresholdPercent },
      ],
    ])('is updated without a question where it %s', async (_, change) => {
      const answer = gate();
      const server = await openAndSave({
        [UPDATE]: CHANGED,
        [RECORD]: { ...stored(change), after: answer.isOpen },
      });
      show({ settings: OTHER_SETTINGS });
      await press('Update');
      await waitFor(() => expect(server.received(RECORD)).toHaveLength(1));
      server.answer(UPDATE, answerOf(analysesExamples.replaced));
      answer.open();
      await expectMessage('Analysis Updated');
      expect(versionsOf(server)).toEqual(['"2"', '"3"']);
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  test.each([
    [
      'the names of values',
      (order: <T>(list: T[]) => T[]) => ({
        ...CONTEXT,
        attributes: CONTEXT.attributes.map((one) => ({
          ...one,
          mapping: new Map(
            order([
              ['b', 'x'],
              ['a', 'y'],
              ['10', 'z'],
              ['2', 'w'],
            ]),
          ),
        })),
      }),
    ],
    [
      'the amounts',
      (order: <T>(list: T[]) => T[]) => ({
        ...CONTEXT,
        worth: {
          kind: 'per-status' as const,
          amounts: new Map(
            order([
              ['Yes', 5],
              ['No', 1],
            ]),
          ),
        },
      }),
    ],
  ])('stays saved where %s were typed in another order', async (_, contextIn) => {
    saved = { ...work, context: contextIn((list) => list) };
    await openAndSave();
    show({ context: contextIn((list) => list.toReversed()) });
    expect(buttons()).toContain('Saved');
  });

  test('changed back and saved as a new one is stored once more', async () => {
    const server = await openAndSave();
    show({ settings: OTHER_SETTINGS });
    server.answer(SEND_ROWS, { isLost: true });
    vi.spyOn(console, 'warn').mockReturnValue();
    await press('Save as new');
    await expectMessage('Error');
    server.answer(SEND_ROWS, answerOf(analysesExamples.datasetSaved));
    await press('Save as new');
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    show({ settings: SETTINGS });
    await press('Save as new');
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    show({ settings: OTHER_SETTINGS });
    await press('Save as new');
    await waitFor(() => expect(keysOf(server)).toHaveLength(5));
    // The second attempt of the failed save has its key; each other save has one of its own, and so is stored.
    const keys = keysOf(server);
    expect(keys[2]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(4);
  });

  test('updated, changed back and saved as a new one is stored, though its content was saved before', async () => {
    const server = await openAndSave({ [UPDATE]: answerOf(analysesExamples.replaced) });
    show({ settings: OTHER_SETTINGS });
    await press('Update');
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    show({ settings: SETTINGS });
    await press('Save as new');
    await waitFor(() => expect(keysOf(server)).toHaveLength(2));
    const [first, second] = keysOf(server);
    expect(second).not.toBe(first);
  });

  test('and is gone when it is updated is saved as new', async () => {
    const server = await openAndSave({ [UPDATE]: answerOf(analysesExamples.replaceNotFound) });
    show({ settings: OTHER_SETTINGS });
    await press('Update');
    await expectMessage(
      'Error',
      'This saved analysis has been deleted. Choose Save as new to keep these results.',
    );
    expect(buttons()[0]).toBe('Save as new');
    expect(buttons()).not.toContain('Update');
    await press('Save as new');
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    expect(sent(server)).toEqual(['POST /api/analyses', SEND_ROWS, UPDATE, 'POST /api/analyses', SEND_ROWS]);
    expect(new Set(keysOf(server)).size).toBe(2);
  });

  test('belongs to a team and is shown in a personal tab is not updated from there', async () => {
    const ofTeam = { id: EXAMPLE_ID, content: '', isGone: false, team: 'team-1' };
    saved = { ...work, save: { saved: ofTeam, attempt: null } };
    await open({ 'GET /api/analyses': { body: [summary({ id: EXAMPLE_ID })] } });
    expect(await screen.findByRole('button', { name: 'Save as new' })).toBeInTheDocument();
    expect(buttons()).not.toContain('Update');
    show({ save: { saved: { ...ofTeam, team: undefined }, attempt: null } });
    expect(await screen.findByRole('button', { name: 'Update' })).toBeInTheDocument();
  });

  test('of a team that the user is no longer in is not called deleted', async () => {
    saved = { ...work, save: { saved: { id: EXAMPLE_ID, content: '', isGone: false }, attempt: null } };
    const message = 'You are no longer in this team';
    await open({
      'GET /api/analyses': { body: [summary({ id: EXAMPLE_ID })] },
      [UPDATE]: { status: 404, body: { message, code: 'NO_TEAM' } },
    });
    await press('Update');
    await expectMessage('Error', message);
    expect(buttons()).toContain('Update');
  });

  test('and is no longer in the list is not called saved', async () => {
    saved = { ...work, save: { saved: { id: 'deleted', content: '', isGone: false }, attempt: null } };
    await open({});
    expect(await screen.findByRole('button', { name: 'Save as new' })).toBeInTheDocument();
    await waitFor(() => expect(buttons()).not.toContain('Update'));
  });
});

describe('a save that a sign-in interrupted', () => {
  /** Presses Save, is sent to the sign-in, and leaves the page. */
  async function beSentToSignIn(answers: Record<string, Answer> = { 'GET /api/auth/user': SIGNED_OUT }) {
    await pressSave(answers);
    await passSecond();
    expect(left()).toEqual(['/api/login']);
    cleanup();
  }
  async function pressSave(answers: Record<string, Answer>) {
    startClock();
    await open(answers);
    await press(screen.queryByRole('button', { name: 'Update' }) ? 'Update' : 'Save Analysis');
    await expectMessage('Login Required');
  }
  async function passSecond() {
    await passTime(1000);
    vi.useRealTimers();
  }
  const comeBack = (answers: Record<string, Answer> = {}) => open({ ...STORED, ...WITH_ROWS, ...answers });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50)); // a call that goes out by itself has gone out

  test('goes on by itself after the sign-in, once', async () => {
    await beSentToSignIn();
    const server = await comeBack();
    await expectMessage('Analysis Saved');
    expect(await screen.findByRole('button', { name: 'Saved' })).toBeInTheDocument();
    expect(server.received('POST /api/analyses')).toHaveLength(1);
    cleanup();

    saved = work;
    const later = await comeBack();
    await settle();
    expect(later.received('POST /api/analyses')).toEqual([]);
  });

  test('waits until it is known who has come back', async () => {
    await beSentToSignIn();
    const answer = gate();
    const server = await comeBack({ 'GET /api/auth/user': { ...SIGNED_IN, after: answer.isOpen } });
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
    answer.open();
    await expectMessage('Analysis Saved');
  });

  test('has one key, also in a copy of the tab', async () => {
    await beSentToSignIn();
    const copied = [saved, { ...sessionStorage }] as const;
    const first = await comeBack();
    await expectMessage('Analysis Saved');
    cleanup();
    saved = copied[0];
    Object.assign(sessionStorage, copied[1]);
    const second = await comeBack();
    await waitFor(() => expect(keysOf(second)).toHaveLength(1));
    expect(keysOf(second)).toEqual(keysOf(first));
  });

  test('of an update updates', async () => {
    saved = {
      ...work,
      save: { saved: { id: EXAMPLE_ID, content: 'before', isGone: false }, attempt: null },
    };
    await beSentToSignIn({ [UPDATE]: answerOf(analysesExamples.replaceOfNobody) });
    const server = await comeBack({ [UPDATE]: answerOf(analysesExamples.replaced) });
    await expectMessage('Analysis Updated');
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test('is over for a visitor who comes back without signing in', async () => {
    await beSentToSignIn();
    await open({ 'GET /api/auth/user': SIGNED_OUT });
    await settle();
    cleanup();
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test('is over for a visitor whom the Back button brings back', async () => {
    await pressSave({ 'GET /api/auth/user': SIGNED_OUT });
    await passSecond();
    expect(left()).toEqual(['/api/login']);
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    cleanup();
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test.each<[string, Partial<WorkToSave>]>([
    ['another file', { openedAt: 2 }],
    ['other choices', { settings: OTHER_SETTINGS }],
  ])('is not taken for %s', async (_, change) => {
    await beSentToSignIn();
    saved = { ...saved, ...change };
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test.each([
    ['goes on after 14 minutes', 14, 1],
    ['is over after 15 minutes', 15, 0],
  ])('%s', async (_, minutes, saves) => {
    await beSentToSignIn();
    vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] });
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toHaveLength(saves);
  });

  test('is over once all drafts are removed, as by logging out', async () => {
    await beSentToSignIn();
    await removeAllDrafts().catch(() => {}); // here the browser has no storage for drafts
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
  });

  test('is over, and the page stays, after Start Over', async () => {
    await pressSave({ 'GET /api/auth/user': SIGNED_OUT });
    await press('Start Over');
    await passSecond();
    expect(left()).toEqual([]);
    cleanup();
    const server = await comeBack();
    await settle();
    expect(server.received('POST /api/analyses')).toEqual([]);
  });
});
