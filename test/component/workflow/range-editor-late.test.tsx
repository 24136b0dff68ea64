import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ColumnsStep } from '#frontend/features/workflow/columns/columns-step.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { renderStep } from '#test/support/workflow-room.tsx';

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock(import('#frontend/features/workflow/columns/range-editor.tsx'), async (importOriginal) => {
  await code.promise;
  return importOriginal();
});

installBrowserApis();

/** What has the focus at the moment that an element comes into the page, before anything waits. */
function focusOnArrivalOf(find: () => Element | null): Promise<Element | null> {
  return new Promise((resolve) => {
    const arrival = new MutationObserver(() => {
      if (!find()) return;
      arrival.disconnect();
      resolve(document.activeElement);
    });
    arrival.observe(document.body, { childList: true, subtree: true });
  });
}

test('while the editor of ranges is fetched the offer stays, and so does the step', async () => {
  const view = renderStep(
    { Status: ['Won', 'Lost', 'Won'], Visits: ['1', '2', '3'] },
    { step: 2, statusColumn: 0, attributeColumns: [1, null, null] },
    (workflow) => <ColumnsStep workflow={workflow} intake={null} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
  expect(view.state().ranges.get(1)).toHaveLength(3);
  expect(screen.getByRole('heading', { name: 'Numeric Column Detected' })).toBeDefined();
  const findTitle = () => screen.queryByRole('heading', { name: 'Define Ranges for Visits' });
  const focused = focusOnArrivalOf(findTitle);
  code.resolve();
  expect(await focused).toBe(findTitle());
});
