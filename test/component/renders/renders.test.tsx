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

/** An answer of the thread that comes late may fall into one of these turns, not into all of them. */
const TURNS = 4;

async function inTurns(turn: () => Promise<Record<string, number>>): Promise<Record<string, number>[]> {
  const turns: Record<string, number>[] = [];
  for (let count = 0; count < TURNS; count++) turns.push(await turn());
  return turns;
}

test('another tab renders its content, and neither the tab before nor what is around the tabs', async () => {
  await openQuietResults();
  const parts = [...AROUND_TABS, 'ValueRules', 'Segments'];
  const turns = await inTurns(async () => {
    const there = countOf(await countRenders(() => openTab(user, 'Segment Details')), parts);
    await openTab(user, 'Value Rules');
    return there;
  });
  expect(turns).toContainEqual({ ...none(parts), Segments: 1 });
});

test('a view renders itself, and nothing of what it stands in place of', async () => {
  await openQuietResults();
  const parts = [...AROUND_TABS, 'ValueRules', 'CheckView'];
  const turns = await inTurns(async () => {
    const view = countOf(await countRenders(() => openView(user, 'How this was checked')), parts);
    await user.click(screen.getByText('Back to results'));
    return view;
  });
  expect(turns).toContainEqual({ ...none(parts), CheckView: 1 });
});

test('the threshold renders each part once for its answer and once for what comes later, and the drawing only once', async () => {
  await openQuietResults();
  const parts = ['ResultsHead', 'DecisionText', 'AnalysisControls', 'ValueRules'];
  const turns = await inTurns(async () => {
    const renders = await countRenders(() => user.click(button('Increase Significance Threshold')));
    return {
      most: Math.max(...Object.values(countOf(renders, parts))),
      drawings: renders.get('ChartDrawing') ?? 0,
    };
  });
  expect(Math.min(...turns.map(({ most }) => most!))).toBeLessThanOrEqual(2); // each turn has it
  expect(Math.max(...turns.map(({ most }) => most!))).toBeGreaterThan(0);
  expect(Math.min(...turns.map(({ drawings }) => drawings!))).toBeLessThanOrEqual(1);
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
