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

test('while the editor of ranges is fetched the offer stays, and so does the step', async () => {
  const view = renderStep(
    { Status: ['Won', 'Lost', 'Won'], Visits: ['1', '2', '3'] },
    { step: 2, statusColumn: 0, attributeColumns: [1, null, null] },
    (workflow) => <ColumnsStep workflow={workflow} intake={null} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
  expect(view.state().ranges.get(1)).toHaveLength(3);
  expect(screen.getByRole('heading', { name: 'Numeric Column Detected' })).toBeDefined();
  code.resolve();
  const title = await screen.findByRole('heading', { name: 'Define Ranges for Visits' });
  expect(document.activeElement).toBe(title);
});
