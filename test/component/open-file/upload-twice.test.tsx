import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { NOT_SAVED } from '#frontend/features/results/save-state.ts';
import { Wizard } from '#frontend/pages/home/wizard.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { slowFile } from '#test/support/slow-file.ts';
import {
  choose,
  csv,
  drag,
  expectAlert,
  expectColumnsStep,
  GOOD,
  installWizardRoom,
  paste,
  renderWizard,
  upload,
  user,
  ZONE,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installWizardRoom();

const FIRST = 'Stage,City\nWon,Rome\nOpen,Oslo\n';
const PASTED = 'Status\tSource\nQualified\tGoogle\nLost\tBing\n';
const WITH_TOTAL = 'Status,Source\nQualified,Google\nLost,Bing\nTotal,2\n';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Well before it would be stopped for want of bytes. */
const expectStopped = ({ onStopped }: ReturnType<typeof slowFile>) =>
  waitFor(() => expect(onStopped).toHaveBeenCalledOnce(), { timeout: 5000 });

/** Makes a file that cannot be read until the answer is called. */
function lock(file: File): () => void {
  file.arrayBuffer = () => Promise.reject(new DOMException('busy', 'NotReadableError'));
  return () => {
    Reflect.deleteProperty(file, 'arrayBuffer');
  };
}

/** Messages between the page and the thread can be held back from now on, and let through again. */
function holdMessages() {
  const held: (() => void)[] = [];
  let isHolding = false;
  stubBrowserThread((deliver) => {
    if (isHolding) held.push(deliver);
    else setTimeout(deliver);
  });
  return {
    held,
    hold: () => void (isHolding = true),
    letThrough() {
      isHolding = false;
      for (const deliver of held) setTimeout(deliver);
    },
  };
}

describe('a file that could not be read', () => {
  test('is opened by Try again', async () => {
    renderWizard();
    const file = csv(GOOD);
    const unlock = lock(file);
    await upload(file);
    await expectAlert('Failed to parse CSV file');
    unlock();
    await user.click(button('Try again'));
    await expectColumnsStep();
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
  });

  test('is opened by Try again with the options chosen for it', async () => {
    const wide = Array.from({ length: 43 }, (_, i) => `part ${i}`).join(',');
    renderWizard();
    const file = csv(`${wide};Status\n${wide};Qualified\n${wide};Lost\n`);
    await upload(file);
    await user.click(await findButton('Change how it is read'));
    await screen.findByRole('dialog');
    await choose('Delimiter', /^Semicolon/);
    await waitFor(() => expect(button('Apply')).toHaveProperty('disabled', false));
    const unlock = lock(file);
    await user.click(button('Apply'));
    await expectAlert('Failed to parse CSV file');
    unlock();
    await user.click(button('Try again'));
    await expectColumnsStep();
    expect(screen.getByText('2 leads, 2 columns, semicolon-separated, UTF-8')).toBeInTheDocument();
  });

  test('is read again by Try again with the change that failed, if it is open', async () => {
    renderWizard();
    const file = csv(WITH_TOTAL);
    await upload(file);
    await expectColumnsStep();
    const unlock = lock(file);
    await user.click(button(/^Keep: /));
    await expectAlert('Failed to parse CSV file');
    expect(screen.getByText('2 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
    unlock();
    await user.click(button('Try again'));
    expect(await screen.findByText('3 leads, 2 columns, comma-separated, UTF-8')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('has no Try again where the second attempt would fail in the same way', async () => {
    renderWizard();
    await upload(csv('Status,Source\n'));
    await expectAlert('CSV file must contain at least a header row and one data row');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

test('work that was not restored has no Try again, which would open its file without the choices', async () => {
  const file = csv(GOOD);
  lock(file);
  const choices = {
    statusColumn: 0,
    attributeColumns: [1],
    qualified: new Set<string>(),
    ranges: new Map(),
    mappings: new Map(),
  };
  const saved = { file, readOptions: {}, choices, settings: DEFAULT_SETTINGS, save: NOT_SAVED };
  render(
    <MemoryRouter>
      <Wizard defaults={DEFAULT_SETTINGS} saved={saved} Results={() => null} />
    </MemoryRouter>,
  );
  await expectAlert('Failed to parse CSV file');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('a second file while one is being read', () => {
  const SECOND: [string, () => unknown][] = [
    ['dropped', () => drag('drop', document.body, { files: [csv(GOOD, 'second.csv')] })],
    ['pasted', () => paste(PASTED)],
  ];

  test.each(SECOND)('takes its place when it is %s, and the first is read no further', async (_, bring) => {
    renderWizard();
    const first = slowFile(FIRST, 'first.csv');
    await upload(first.file);
    await screen.findByText('first.csv');
    first.give(10);
    bring();
    await expectColumnsStep();
    await expectStopped(first);
    expect(screen.getByText(/^2 leads, 2 columns/)).toBeInTheDocument();
    expect(screen.queryByText('first.csv')).toBeNull();
  });

  test('replaces the first although the answer to the first is on its way', async () => {
    const messages = holdMessages();
    renderWizard();
    const first = slowFile(FIRST, 'first.csv');
    await upload(first.file);
    await screen.findByText('first.csv');
    messages.hold();
    first.giveRest();
    // Progress, and the answer.
    await waitFor(() => expect(messages.held).toHaveLength(2));
    drag('drop', document.body, { files: [csv(GOOD, 'second.csv')] });
    messages.letThrough();
    await expectColumnsStep();
    await settle();
    expect(screen.queryByText('first.csv')).toBeNull();
    await choose('Attribute 1', /Source/);
    await user.click(button('Next: Map Values'));
    expect(await screen.findByRole('checkbox', { name: /Qualified/ })).toBeInTheDocument();
  });

  test('stops the first even if it is refused itself', async () => {
    renderWizard();
    const first = slowFile(FIRST, 'first.csv');
    await upload(first.file);
    await screen.findByText('first.csv');
    drag('drop', document.body, { files: [csv(GOOD, 'second.png')] });
    await expectAlert('Please upload a CSV file');
    await expectStopped(first);
    expect(screen.getByText(ZONE)).toBeInTheDocument();
  });
});

test('Cancel keeps the earlier file and its counts although the answer to the new file is on its way', async () => {
  const messages = holdMessages();
  renderWizard();
  await upload(csv(GOOD, 'earlier.csv'));
  await expectColumnsStep();
  await user.click(button('Use Different Data'));
  const slow = slowFile(FIRST);
  await upload(slow.file);
  await screen.findByText('slow.csv');
  messages.hold();
  slow.giveRest();
  await waitFor(() => expect(messages.held).toHaveLength(2));
  await user.click(button('Cancel'));
  messages.letThrough();
  await settle();
  await user.click(button('Go back to it'));
  await user.click(await findButton('Next: Select Columns'));
  await choose('Attribute 1', /Source/);
  await user.click(button('Next: Map Values'));
  expect(await screen.findByRole('checkbox', { name: /Qualified/ })).toBeInTheDocument();
});

test('a file that is being read again does not come back after Start Over', async () => {
  renderWizard();
  const file = csv(WITH_TOTAL);
  await upload(file);
  await expectColumnsStep();
  await choose('Attribute 1', /Source/);
  const slow = slowFile(WITH_TOTAL);
  file.stream = () => slow.file.stream();
  await user.click(button(/^Keep: /));
  await user.click(button('Next: Map Values'));
  await user.click(await findButton('Next'));
  await user.click(await findButton('Analyze'));
  await user.click(await findButton('Start Over'));
  expect(await screen.findByText(ZONE)).toBeInTheDocument();
  await expectStopped(slow);
  await settle();
  expect(screen.getByText(ZONE)).toBeInTheDocument();
});
