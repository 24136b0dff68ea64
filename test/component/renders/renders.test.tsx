import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AskCheck } from '#frontend/features/results/results-source.ts';
import { countRenders } from '#test/component/count-renders.ts';
import { openTab, openView, renderCells } from '#test/component/results/results-room.tsx';
import { button, csvOf, installSteps } from '#test/component/specification/steps.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));

installBrowserApis();
const { user, openResults, openValues } = installSteps();

/** The parts of the results around the tabs. */
const AROUND_TABS = [
  'ResultsHead',
  'DecisionSection',
  'DecisionText',
  'NextStepButtons',
  'Aside',
  'ChartDrawing',
  'ResultsCheck',
  'AnalysisControls',
] as const;

function countOf(renders: ReadonlyMap<string, number>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, renders.get(name) ?? 0]));
}

const none = (names: readonly string[]) => countOf(new Map(), names);

/** Opens the results of a file, and waits until the page has asked for all that it asks for by itself. */
async function openQuietResults(): Promise<void> {
  await openResults([/Source/, /Device/]);
  let renders: ReadonlyMap<string, number>;
  do {
    renders = await countRenders(() => new Promise((resolve) => setTimeout(resolve, 500)));
  } while (renders.size > 0);
}

test('another tab renders its content, and neither the tab before nor what is around the tabs', async () => {
  await openQuietResults();
  const there = await countRenders(() => openTab(user, 'Segment Details'));
  expect(countOf(there, AROUND_TABS)).toEqual(none(AROUND_TABS));
  expect(countOf(there, ['ValueRules', 'Segments'])).toEqual({ ValueRules: 0, Segments: 1 });
  const back = await countRenders(() => openTab(user, 'Value Rules'));
  expect(countOf(back, AROUND_TABS)).toEqual(none(AROUND_TABS));
  expect(back.get('Segments')).toBeUndefined();
});

test('a view renders itself, and nothing of what it stands in place of', async () => {
  await openQuietResults();
  const view = await countRenders(() => openView(user, 'How this was checked'));
  expect(countOf(view, [...AROUND_TABS, 'ValueRules'])).toEqual(none([...AROUND_TABS, 'ValueRules']));
  expect(view.get('CheckView')).toBe(1);
});

test('the threshold renders each part once for its answer and once for what comes later, and the drawing only once', async () => {
  await openQuietResults();
  const renders = await countRenders(() => user.click(button('Increase Significance Threshold')));
  for (const name of ['ResultsHead', 'DecisionText', 'AnalysisControls', 'ValueRules'])
    expect([1, 2], name).toContain(renders.get(name));
  expect(renders.get('ChartDrawing') ?? 0).toBeLessThanOrEqual(1);
  // The file and the steps above are those from before.
  expect(renders.get('Upload')).toBeUndefined();
});

test('a name that is typed renders its own row alone', async () => {
  const values = Array.from({ length: 12 }, (_, at) => `Source ${at + 1}`);
  const leads = Array.from({ length: 240 }, (_, at) => [
    at % 3 === 0 ? 'Qualified' : 'Lost',
    values[at % values.length]!, // below the length
    at % 2 === 0 ? 'Mobile' : 'Desktop',
  ]);
  await openValues([/Source/, /Device/], csvOf([['Status', 'Source', 'Device'], ...leads]));
  await user.click(button('Next'));
  const field = await screen.findByLabelText<HTMLInputElement>('Source 3', { selector: 'input' });
  await user.click(field);
  const typing = await countRenders(() => user.type(field, 'abc'));
  expect(typing.get('NameRow') ?? 0).toBeLessThanOrEqual(3);
  const named = await countRenders(async () => {
    await user.tab();
    await waitFor(() => expect(field.closest('li')?.textContent).toContain('was Source 3'));
  });
  expect(named.get('NameRow') ?? 0).toBeLessThanOrEqual(3);
});

test('the decision is not rendered while the check of the rules goes on', async () => {
  let onProgress: Parameters<AskCheck>[1]['onProgress'] = () => {};
  const checkUnseen: AskCheck = (_, hooks) => {
    ({ onProgress } = hooks);
    return new Promise(() => {});
  };
  renderCells(workedFields, workedCells, { checkUnseen });
  await openView(user, 'How this was checked');
  await screen.findByRole('progressbar');
  await openTab(user, 'Value Rules');
  await act(async () => onProgress({ done: 1, repeats: 20 }));
  const renders = await countRenders(() => act(async () => onProgress({ done: 2, repeats: 20 })));
  expect(renders.get('CheckProvider')).toBe(1);
  expect(countOf(renders, AROUND_TABS)).toEqual(none(AROUND_TABS));
});
