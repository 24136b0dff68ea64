import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { packDraft } from '#frontend/features/wizard/pack-work.ts';
import { openWork } from '#test/support/open-work.ts';
import { wantNewAnalysis } from '#frontend/lib/new-analysis.ts';
import { markDraft } from '#frontend/drafts/draft-mark.ts';
import { saveBeforeLeaving } from '#frontend/lib/before-leaving.ts';
import type { Draft } from '#frontend/drafts/draft-store.ts';
import { authExamples } from '#test/contract/auth.ts';
import { EXAMPLE_EMAIL } from '#test/contract/example.ts';
import { passTime, startClock } from '#test/support/clock.ts';
import { answerOf, gate, startFakeServer, type Answer } from '#test/support/fake-server.ts';
import { draftStore as store, rememberDrafts } from '#test/support/memory-draft-store.ts';
import { openedFile } from '#test/support/opened-file.ts';
import {
  choose,
  csv,
  drag,
  expectAlert,
  expectColumnsStep,
  GOOD,
  HEADLINE,
  paste,
  renderWizard,
  ZONE,
  upload,
  user,
  installWizardRoom,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

/** Work that stopped in step 2, with an attribute chosen. */
function draftOf(fileName: string, account: string | null = null): Draft {
  const state = {
    ...openWork(openedFile(['Status', 'Source'])),
    statusColumn: 0,
    attributeColumns: [1, null, null],
  };
  return {
    file: csv(GOOD, fileName),
    choices: packDraft(state, { step: 2, position: 0 }),
    savedAt: new Date(2026, 10, 5, 14, 30).getTime(),
    account,
    team: null,
  };
}

/** Brings another file in the place of the one that is open. */
async function replaceFile(): Promise<File> {
  const another = csv(GOOD, 'another.csv');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: 'Use Different Data' }));
  await upload(another);
  await expectColumnsStep();
  return another;
}

const chosenAttribute = () => screen.getByRole('combobox', { name: 'Attribute 1' }).textContent;

describe('work of a tab that is gone', () => {
  test('is offered with its file and time, and restored on demand', async () => {
    const abandoned = { id: 'gone', draft: draftOf('abandoned.csv') };
    store.findAbandonedDraft.mockResolvedValue(abandoned);
    renderWizard();
    expect(await screen.findByText(/abandoned\.csv, last changed Nov 5, 2026 2:30 PM/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    expect(store.adopt).toHaveBeenCalledWith(abandoned);
  });

  test('is put aside again for a file that is opened during the restore', async () => {
    const reading = gate();
    const draft = draftOf('abandoned.csv');
    const bytes = draft.file.arrayBuffer();
    draft.file.arrayBuffer = () => reading.isOpen.then(() => bytes);
    const kept = rememberDrafts(null);
    kept.orphans.set('gone', draft);
    renderWizard();
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText('Processing file...');
    const file = csv('Status,Region\nQualified,North\n', 'given.csv');
    drag('drop', document.body, { files: [file] });
    await expectColumnsStep();
    reading.open();
    expect(
      await screen.findByText(/Your work on abandoned\.csv is saved in this browser/),
    ).toBeInTheDocument();
    await waitFor(() => expect(kept.own?.file).toBe(file));
    expect([...kept.orphans.values()]).toEqual([draft]);
  });

  test('goes away when it is discarded', async () => {
    store.findAbandonedDraft.mockResolvedValue({ id: 'gone', draft: draftOf('abandoned.csv') });
    renderWizard();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(/abandoned\.csv/)).toBeNull());
    expect(store.remove).toHaveBeenCalledWith('gone');
  });
});

describe('work of this tab', () => {
  test('gives way to New analysis, clicked on another page, once it is restored, and stays open', async () => {
    markDraft(true);
    store.load.mockResolvedValue(draftOf('mine.csv'));
    wantNewAnalysis();
    renderWizard();
    expect(await screen.findByText(ZONE)).toBeInTheDocument();
    expect(await screen.findByText(/^mine\.csv is still loaded/)).toBeInTheDocument();
    // One click counts once.
    await user.click(screen.getByRole('button', { name: 'Go back to it' }));
    expect(screen.getByText('mine.csv', { selector: 'h2' })).toBeInTheDocument();
  });

  test('is restored with its choices, without a flash of step 1', async () => {
    markDraft(true);
    const reading = gate();
    const draft = draftOf('mine.csv');
    const bytes = draft.file.arrayBuffer();
    draft.file.arrayBuffer = () => reading.isOpen.then(() => bytes);
    store.load.mockResolvedValue(draft);
    renderWizard();
    expect(screen.queryByText(HEADLINE)).toBeNull();
    expect(await screen.findByText('Restoring your work…')).toBeInTheDocument();
    expect(screen.queryByText(HEADLINE)).toBeNull();
    reading.open();
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  test('is restored with the currency that was chosen for its amounts, and the column that names none', async () => {
    markDraft(true);
    const headers = ['Status', 'Source', 'Deal', 'Cur'];
    const rows = Array.from(
      { length: 30 },
      (_, at) => `${at % 2 ? 'Qualified' : 'Lost'},Web${at % 3},$5,EUR`,
    );
    const draft = draftOf('dollars.csv');
    const choices = packDraft(
      {
        ...openWork(openedFile(headers)),
        statusColumn: 0,
        attributeColumns: [1, null, null],
        valueColumn: 2,
        currencies: new Map([[2, 'AUD']]),
        currencyColumns: new Map([[2, null]]),
      },
      { step: 2, position: 0 },
    );
    store.load.mockResolvedValue({
      ...draft,
      file: csv([headers.join(), ...rows].join('\n'), 'dollars.csv'),
      // As IndexedDB stores it.
      choices: structuredClone(choices),
    });
    renderWizard();
    await expectColumnsStep();
    expect(await screen.findByText('AUD, as you chose.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Currency column' }).textContent).toBe('None');
  });

  test('a tab that expects a draft and has none shows step 1 without a message about restoring', async () => {
    markDraft(true);
    renderWizard();
    expect(await screen.findByText(HEADLINE)).toBeInTheDocument();
    expect(screen.queryByText('Restoring your work…')).toBeNull();
  });

  test('stays in the store when it cannot be opened this time, and is put aside for another file', async () => {
    const draft = draftOf('mine.csv');
    draft.file.arrayBuffer = () => Promise.reject(new DOMException('busy', 'NotReadableError'));
    const kept = rememberDrafts(draft);
    startClock();
    renderWizard();
    expect(await screen.findByText('Failed to parse CSV file')).toBeInTheDocument();
    await passTime(5000);
    expect(kept.own).toBe(draft);
    const file = csv(GOOD);
    await upload(file);
    await expectColumnsStep();
    await waitFor(() => expect(kept.own?.file).toBe(file));
    const another = await replaceFile();
    await waitFor(() => expect(kept.own?.file).toBe(another));
    expect([...kept.orphans.values()]).toEqual([draft]);
  });

  test('is replaced, once it is open, by another file', async () => {
    const kept = rememberDrafts(draftOf('mine.csv'));
    renderWizard();
    await expectColumnsStep();
    const another = await replaceFile();
    await waitFor(() => expect(kept.own?.file).toBe(another));
    expect(kept.orphans.size).toBe(0);
  });

  test('is kept once a file is open', async () => {
    renderWizard();
    const file = csv(GOOD);
    await upload(file);
    await expectColumnsStep();
    await waitFor(() => expect(store.save).toHaveBeenCalledWith(file, expect.anything(), null));
    expect(screen.queryByText(/cannot keep your work/)).toBeNull();
  });

  test('a notice says that the browser refuses to store it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    store.save.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    expect(await screen.findByText(/This browser cannot keep your work/)).toBeInTheDocument();
  });

  test('the notice waits while a button is pressed, which it would move', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    startClock();
    const isRefused = gate();
    store.save.mockImplementation(async () => {
      await isRefused.isOpen;
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Back' }) });
    isRefused.open();
    // The refusal has reached the page once the work that began after it is over.
    await passTime(5000);
    expect(screen.queryByText(/cannot keep your work/)).toBeNull();
    await user.pointer('[/MouseLeft]');
    expect(await screen.findByText(/This browser cannot keep your work/)).toBeInTheDocument();
  });
});

describe('a file that is opened while older work is being restored', () => {
  const given = () => csv('Status,Region\nQualified,North\nLost,South\n', 'given.csv');

  /** A tab that is just being opened again; the store answers when it is told to. */
  function comeBack() {
    const older = draftOf('older.csv');
    const kept = rememberDrafts(older);
    const answer = gate();
    store.load.mockImplementation(() => answer.isOpen.then(() => kept.own));
    return { older, kept, answer };
  }

  async function expectBothKept(kept: ReturnType<typeof rememberDrafts>, older: Draft, file: File) {
    await expectColumnsStep();
    expect(await screen.findByText(/Your work on older\.csv is saved in this browser/)).toBeInTheDocument();
    await waitFor(() => expect(kept.own?.file).toBe(file));
    expect([...kept.orphans.values()]).toEqual([older]);
    expect(screen.getAllByText(/given\.csv/).length).toBeGreaterThan(0);
    expect(chosenAttribute()).not.toContain('Source');
  }

  test('is opened before the store has answered, and the older work is put aside', async () => {
    markDraft(true);
    const { older, kept, answer } = comeBack();
    renderWizard();
    const file = given();
    drag('drop', document.body, { files: [file] });
    await expectColumnsStep();
    answer.open();
    await expectBothKept(kept, older, file);
  });

  test('replaces the work that is being read, whichever is read first', async () => {
    markDraft(true);
    const { older, kept, answer } = comeBack();
    const reading = gate();
    const bytes = older.file.arrayBuffer();
    older.file.arrayBuffer = () => reading.isOpen.then(() => bytes);
    const shelving = gate();
    const shelve = store.shelve.getMockImplementation();
    store.shelve.mockImplementation(() => shelving.isOpen.then(() => shelve?.() ?? null));
    answer.open();
    renderWizard();
    await screen.findByText('Restoring your work…');
    const file = given();
    drag('drop', document.body, { files: [file] });
    await expectColumnsStep();
    reading.open();
    await choose('Attribute 1', /Region/);
    shelving.open();
    await expectBothKept(kept, older, file);
  });

  test('may come from the clipboard', async () => {
    markDraft(true);
    const { older, kept, answer } = comeBack();
    renderWizard();
    const file = given();
    await paste('', { files: [file] });
    answer.open();
    await expectBothKept(kept, older, file);
  });

  test('may be chosen in a tab that expected no work', async () => {
    const { older, kept, answer } = comeBack();
    renderWizard();
    const file = given();
    await upload(file);
    await expectColumnsStep();
    answer.open();
    await expectBothKept(kept, older, file);
  });

  test('and is refused leaves the older work to be restored', async () => {
    markDraft(true);
    const { older, kept, answer } = comeBack();
    renderWizard();
    drag('drop', document.body, { files: [csv(GOOD, 'given.png')] });
    answer.open();
    await expectAlert('Please upload a CSV file');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    expect(screen.queryByText(/is saved in this browser/)).toBeNull();
    // It was stored again, as it was.
    expect({ ...kept.own, savedAt: older.savedAt }).toEqual(older);
    expect(kept.orphans.size).toBe(0);
  });

  test('and is started over leaves the older work to be restored', async () => {
    markDraft(true);
    const { older, kept, answer } = comeBack();
    answer.open();
    renderWizard();
    const file = given();
    drag('drop', document.body, { files: [file] });
    await expectBothKept(kept, older, file);
    await choose('Attribute 1', /Region/);
    await user.click(screen.getByRole('button', { name: 'Next: Map Values' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Analyze' }));
    await user.click(await screen.findByRole('button', { name: 'Start Over' }));
    await waitFor(() => expect(kept.own).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    await waitFor(() => expect(kept.own?.file).toBe(older.file));
  });
});

describe('people who share a browser', () => {
  const ANOTHER = 'another@example.com';
  const SOMEBODY = answerOf(authExamples.user);
  const NOBODY = answerOf(authExamples.noUser);
  const userIs = (answer: Answer) => startFakeServer({ 'GET /api/auth/user': answer });

  /** Waits until the wizard has done what it does at its start. */
  async function settle() {
    await screen.findByText(HEADLINE);
    await waitFor(() => expect(store.findAbandonedDraft).toHaveBeenCalled());
    await store.findAbandonedDraft.mock.results.at(-1)?.value;
  }

  test.each<[string, Answer, string | null, boolean]>([
    ['of an account, to that account', SOMEBODY, EXAMPLE_EMAIL, true],
    ['of an account, not to another one', SOMEBODY, ANOTHER, false],
    ['of an account, not to nobody', NOBODY, ANOTHER, false],
    ['of an account, not while the look-up fails', { isLost: true }, ANOTHER, false],
    ['of nobody, to nobody', NOBODY, null, true],
    ['of nobody, to no account', SOMEBODY, null, false],
  ])('are offered work of a closed tab %s', async (_, answer, owner, isOffered) => {
    userIs(answer);
    rememberDrafts(null).orphans.set('gone', draftOf('A-private.csv', owner));
    renderWizard();
    await settle();
    await waitFor(() => expect(screen.queryByText(/A-private\.csv/) !== null).toBe(isOffered));
  });

  test.each<[string, Answer, string | null, boolean]>([
    ['is restored to its account', SOMEBODY, EXAMPLE_EMAIL, true],
    ['is hidden from another one', SOMEBODY, ANOTHER, false],
    ['is hidden while nobody is signed in', NOBODY, EXAMPLE_EMAIL, false],
    ['of nobody is restored to any account that signs in in this tab', SOMEBODY, null, true],
  ])('work of this tab %s', async (_, answer, owner, isRestored) => {
    markDraft(true);
    userIs(answer);
    const draft = draftOf('A-private.csv', owner);
    const kept = rememberDrafts(draft);
    renderWizard();
    if (isRestored) {
      await expectColumnsStep();
      // From now on it is the work of the account that goes on with it.
      await waitFor(() => expect(kept.own?.account).toBe(EXAMPLE_EMAIL));
      return;
    }
    await screen.findByText(HEADLINE);
    // Another account removes it; else it waits.
    await waitFor(() => expect(kept.own).toBeNull());
    expect([...kept.orphans.values()]).toEqual(answer === NOBODY ? [draft] : []);
    expect(screen.queryByText(/A-private\.csv/)).toBeNull();
  });

  test('work of an account is not shown before it is known who is signed in', async () => {
    markDraft(true);
    const answer = gate();
    userIs({ ...NOBODY, after: answer.isOpen });
    const kept = rememberDrafts(draftOf('A-private.csv', EXAMPLE_EMAIL));
    renderWizard();
    await waitFor(() => expect(store.load).toHaveBeenCalled());
    await screen.findByRole('status');
    for (const text of [HEADLINE, /A-private\.csv/]) expect(screen.queryByText(text)).toBeNull();
    answer.open();
    await screen.findByText(HEADLINE);
    await waitFor(() => expect(kept.orphans.size).toBe(1));
  });

  test('new work carries the mark of its account, also where that is known only later', async () => {
    const answer = gate();
    userIs({ ...SOMEBODY, after: answer.isOpen });
    const kept = rememberDrafts(null);
    renderWizard();
    await upload(csv(GOOD, 'mine.csv'));
    await expectColumnsStep();
    await waitFor(() => expect(kept.own?.account).toBeNull());
    answer.open();
    await waitFor(() => expect(kept.own?.account).toBe(EXAMPLE_EMAIL));
  });
});

test('a file that is being opened is stored before the page reloads for a new release', async () => {
  const reading = gate();
  const file = csv(GOOD, 'slow.csv');
  const bytes = file.arrayBuffer();
  file.arrayBuffer = () => reading.isOpen.then(() => bytes);
  const kept = rememberDrafts(null);
  renderWizard();
  await upload(file);
  const storedAtReload = saveBeforeLeaving(20_000).then(() => kept.own?.file);
  reading.open();
  await waitFor(async () => expect(await storedAtReload).toBe(file));
});
