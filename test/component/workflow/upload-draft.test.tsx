import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { packChoices } from '#frontend/features/workflow/draft.ts';
import { DEFAULT_SETTINGS, initialState } from '#frontend/features/workflow/workflow-state.ts';
import { markDraft } from '#frontend/lib/draft-mark.ts';
import type { Draft } from '#frontend/lib/draft-store.ts';
import { draftStore as store } from '#test/support/memory-draft-store.ts';
import { openedFile } from '#test/support/opened-file.ts';
import {
  csv,
  expectColumnsStep,
  GOOD,
  HEADLINE,
  renderWizard,
  upload,
  user,
  installWizardRoom,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/lib/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

/** Work that stopped in step 2, with an attribute chosen. */
function draftOf(fileName: string): Draft {
  const state = {
    ...initialState(DEFAULT_SETTINGS),
    file: openedFile(['Status', 'Source']),
    step: 2 as const,
    statusColumn: 0,
    attributeColumns: [1, null, null],
  };
  return {
    file: csv(GOOD, fileName),
    choices: packChoices(state),
    savedAt: new Date(2026, 10, 5, 14, 30).getTime(),
  };
}

const chosenAttribute = () => screen.getByRole('combobox', { name: 'Attribute 1' }).textContent;

describe('work of a tab that is gone', () => {
  test('is offered with its file and time, and restored on demand', async () => {
    store.findOrphan.mockResolvedValue({ id: 'gone', draft: draftOf('orphan.csv') });
    renderWizard();
    expect(await screen.findByText(/orphan\.csv, last changed Nov 5, 2026 2:30 PM/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    expect(store.adopt).toHaveBeenCalledWith('gone');
  });

  test('goes away when it is discarded', async () => {
    store.findOrphan.mockResolvedValue({ id: 'gone', draft: draftOf('orphan.csv') });
    renderWizard();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(/orphan\.csv/)).toBeNull());
    expect(store.remove).toHaveBeenCalledWith('gone');
  });
});

describe('work of this tab', () => {
  test('is restored with its choices, without a flash of step 1', async () => {
    markDraft(true);
    store.load.mockResolvedValue(draftOf('mine.csv'));
    renderWizard();
    expect(screen.queryByText(HEADLINE)).toBeNull();
    expect(await screen.findByText('Restoring your work…')).toBeDefined();
    await expectColumnsStep();
    expect(chosenAttribute()).toContain('Source');
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  test('a tab that expects a draft and has none gets step 1 and no word of restoring', async () => {
    markDraft(true);
    renderWizard();
    expect(await screen.findByText(HEADLINE)).toBeDefined();
    expect(screen.queryByText('Restoring your work…')).toBeNull();
  });

  test('stays in the store when it cannot be opened this time', async () => {
    const draft = draftOf('mine.csv');
    draft.file.arrayBuffer = () => Promise.reject(new DOMException('busy', 'NotReadableError'));
    store.load.mockResolvedValue(draft);
    renderWizard();
    expect(await screen.findByText('Failed to parse CSV file')).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(store.clear).not.toHaveBeenCalled();
  });

  test('is kept once a file is open', async () => {
    renderWizard();
    const file = csv(GOOD);
    await upload(file);
    await expectColumnsStep();
    await waitFor(() => expect(store.save).toHaveBeenCalledWith(file, expect.anything()));
    expect(screen.queryByText(/cannot keep your work/)).toBeNull();
  });

  test('where the browser refuses to keep it, that is said', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    store.save.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    renderWizard();
    await upload(csv(GOOD));
    await expectColumnsStep();
    expect(await screen.findByText(/This browser cannot keep your work/)).toBeDefined();
  });
});
