import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './look.ts';
import { closeTab } from './pages/drafts.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Of a step or a change of step, without the half second after a click that browsers leave out. */
const MOST = 0.01;
/** With it, where a step changes; and of a first load, whose font may come after the first layout on a busy machine. */
const MOST_OF_A_CHANGE = 0.02;

interface Shift {
  value: number;
  hadRecentInput: boolean;
  /** The elements that moved, with their old and new positions. */
  moved: string[];
}

/** Records every shift of the layout from now on, and when the page last changed, in all documents that the page will show. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: object[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The library of types does not know this kind of entry.
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName} from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
        );
        shifts.push({ value, hadRecentInput, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const changed = () => Reflect.set(window, 'changedAt', performance.now());
    changed();
    const anything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(changed).observe(document, anything);
  });
}

/** Nothing on the page has changed for so long. Later shifts count for the next step. */
const STILL_MS = 200;

/** The shifts since the last call, once the page has come to rest. */
async function takeShifts(page: Page): Promise<Shift[]> {
  await page.waitForFunction(
    (still) => performance.now() - Number(Reflect.get(window, 'changedAt')) > still,
    STILL_MS,
  );
  return page.evaluate(() => {
    const shifts = Reflect.get(window, 'shifts') as Shift[]; // as recorded above
    return shifts.splice(0);
  });
}

const sum = (shifts: readonly Shift[]) => shifts.reduce((total, { value }) => total + value, 0);

const toText = (shifts: readonly Shift[]) =>
  shifts.flatMap(({ value, moved }) => [value.toFixed(4), ...moved]).join('\n');

/** The names offered go with their field when the summary above it grows. */
async function expectListBesideField(page: Page, field: Locator): Promise<void> {
  await field.pressSequentially('G');
  await expect(page.getByText('1 value becomes “G”')).toBeVisible();
  const distance = await field.evaluate((element) => {
    const list = document.querySelector('[role="listbox"][aria-label="Names"]')?.parentElement;
    if (!list) return null;
    const [at, from] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
    return Math.round(Math.max(at.top - from.bottom, from.top - at.bottom));
  });
  expect(distance).toBe(6);
  await field.fill('');
  await field.press('Escape');
  await expect(page.getByText('1 value becomes “G”')).toBeHidden();
}

for (const width of [1280, 390]) {
  test(`nothing jumps on the way through the steps and where earlier work is offered, ${width} px wide`, async ({
    page,
    wizard,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    const expectStill = async (place: string, isChangeOfStep: boolean) => {
      const shifts = await takeShifts(page);
      const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
      expect.soft(sum(counted), `${place}\n${toText(counted)}`).toBeLessThanOrEqual(MOST);
      if (isChangeOfStep)
        expect
          .soft(sum(shifts), `${place}, with input\n${toText(shifts)}`)
          .toBeLessThanOrEqual(MOST_OF_A_CHANGE);
    };
    await wizard.open();
    const atFirst = await takeShifts(page);
    expect.soft(sum(atFirst), `step 1\n${toText(atFirst)}`).toBeLessThanOrEqual(MOST_OF_A_CHANGE);
    await wizard.openSample();
    await expectStill('step 1 to 2', true);
    await wizard.choose('Attribute 1', 'Source');
    await wizard.choose('Attribute 2', 'Pages Viewed');
    await wizard.button('Thirds (3 groups)').click();
    await expect(page.getByRole('group', { name: 'Range 3' })).toBeVisible();
    await expectStill('choices of step 2', false);
    await wizard.next('Next: Map Values');
    await expect(page.getByText('Column 1 of 3')).toBeVisible();
    await expectStill('step 2 to 3', true);
    await wizard.next('Next');
    await expect(page.getByLabel('google ads', { exact: true })).toBeVisible();
    await expectStill('the first attribute', true);
    await expectListBesideField(page, page.getByLabel('google ads', { exact: true }));
    await takeShifts(page); // names move the content below their summary
    await wizard.next('Next');
    await wizard.next('Analyze');
    await wizard.expectStep('Analysis Complete!');
    // It arrives in idle time, in the place of another sentence.
    await expect(page.getByText(/^Checked on leads that it had not seen: off/)).toBeVisible();
    await expectStill('step 3 to 4', true);
    for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator', 'Value Rules'] as const) {
      await wizard.tab(tab).click();
      await expect(wizard.tab(tab)).toHaveAttribute('aria-selected', 'true');
      await expectStill(tab, false);
    }
    await page.reload();
    await wizard.expectStep('Analysis Complete!');
    await expectStill('a reload of step 4', true);
    await wizard.button('Change').first().click();
    await wizard.expectStep('Select Columns to Analyze');
    await expectStill('step 4 to 2', true);
    await wizard.button('Back').click();
    await expect(wizard.button('Next: Select Columns')).toBeVisible();
    await expectStill('step 2 to 1', true);
    await wizard.button('Use Different Data').click();
    await wizard.upload({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from('Status\nLost\n') });
    await expect(page.getByRole('alert')).toBeVisible();
    await expectStill('a refused file', true);

    const next = await context.newPage();
    await next.setViewportSize({ width, height: 800 });
    await next.goto('/');
    await closeTab(page, next);
    await watchShifts(next);
    await next.reload();
    await expect(next.getByRole('button', { name: 'Restore' })).toBeVisible();
    const atRestore = await takeShifts(next);
    expect(sum(atRestore), toText(atRestore)).toBeLessThanOrEqual(MOST_OF_A_CHANGE);
    if (width === 390) await expectAccessible(next);
    await expectNoSidewaysScroll(next);
  });
}
