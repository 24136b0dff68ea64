import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';

/** Lets a story keep back the thread's answer to a check, which comes within milliseconds otherwise. */
async function watchChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let check: unknown;
    const isAnswer = (data: unknown): data is { id: number } =>
      typeof data === 'object' && data !== null && Reflect.get(data, 'kind') === 'answer';
    const post = Worker.prototype.postMessage;
    Object.assign(Worker.prototype, {
      postMessage(this: Worker, message: { question?: string; id?: number }, ...rest: unknown[]) {
        if (message.question === 'checkUnseen') check = message.id;
        Reflect.apply(post, this, [message, ...rest]);
      },
      // The page adds functions as listeners, without options.
      addEventListener(this: Worker, type: string, listener: (event: Event) => void) {
        EventTarget.prototype.addEventListener.call(this, type, (event) => {
          const data: unknown = event instanceof MessageEvent ? event.data : null;
          const isKept = isAnswer(data) && data.id === check && Reflect.get(window, 'keepsChecks') === true;
          if (!isKept) listener(event);
        });
      },
    });
  });
}

const keepChecks = (page: Page, keeps: boolean) =>
  page.evaluate((value) => Reflect.set(window, 'keepsChecks', value), keeps);

test('the reader compares methods in the calculator, and checks the rules on unseen leads', async ({
  page,
  wizard,
}) => {
  await watchChecks(page);
  await wizard.open();
  // The check begins by itself once the results are shown.
  await keepChecks(page, true);
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);

  await wizard.tab('Lead Calculator').click();
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Desktop');
  await wizard.button('Advanced').click();
  await wizard.button('Balanced').click();
  const calculator = page.getByRole('tabpanel', { name: 'Lead Calculator' });
  await expect(
    calculator.getByText('Corrects for overlap. Use this when attributes are related.'),
  ).toBeVisible();
  await expect(page.getByText(/^Actual \(\d+ leads\)$/)).toBeVisible();
  await expectEveryLook(page, 'estimates of a lead');

  await wizard.tab('Check').click();
  await expect(page.getByText('19 of 20 repeats')).toBeVisible();
  await expectEveryLook(page, 'a running check');
  await wizard.button('Cancel').click();
  await expect(wizard.heading('The check was cancelled')).toBeVisible();
  await keepChecks(page, false);
  await wizard.button('Check Again').click();
  const verdict = wizard.heading(
    /^Values per lead were .* off per tenth of unseen leads \(chance alone: .*\); the suggested rules, multiplied, .*\.$/,
  );
  await expect(verdict).toBeVisible();
  await expectEveryLook(page, 'a finished check');
  const text = await verdict.textContent();

  const file = await wizard.download(wizard.button('Download CSV'));
  expect(file.name).toMatch(/^check_on_unseen_leads_/);
  expect(file.text).toContain(text);

  // It is kept, and the same seed gives the same figures.
  await wizard.tab('Value Rules').click();
  await wizard.tab('Check').click();
  await expect(verdict).toHaveText(text ?? '');
  await wizard.button('Increase Significance Threshold').click();
  await wizard.button('Decrease Significance Threshold').click();
  await expect(verdict).toHaveText(text ?? '');
});
