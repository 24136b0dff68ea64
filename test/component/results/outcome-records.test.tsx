import { useState } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import type { AskCheck } from '#frontend/features/results/results-source.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { finishedCheck } from '#test/support/finished-check.ts';
import { tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import { catchDownloads, CONTEXT, openView, pickExport, printReport, showMethods } from './results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22) }));
afterEach(() => void vi.useRealTimers());

/** Leads of two attributes that overlap: Ads on a phone bring no more than Ads. One deal holds over half of the value of Rare. */
const DEALS = Array.from({ length: 2400 }, (_, at): Deal => {
  const source = ['Ads', 'Web', 'Web', 'Ads', 'Web', 'Fair'][(at * 7) % 6] ?? '';
  const device = ['Mobile', 'Desktop', 'Mobile', 'Tablet', 'Desktop'][(at * 3) % 5] ?? '';
  const [isAds, isMobile, isRare] = [source === 'Ads', device === 'Mobile', at % 50 === 7];
  const converted = (at * 71) % 89 < (isAds ? 50 : isMobile ? 38 : 12);
  const size = 20 + ((at * at * 31) % 409) + (isMobile && !isAds ? 60 : 0) + (at === 357 ? 60_000 : 0);
  return { values: [isRare ? 'Rare' : source, device], converted, amount: converted ? size : 0 };
});
const TALLY = tallyOfDeals(['Source', 'Device'], DEALS);
const { valued: _, worth: __, ...COUNTED } = TALLY;
const MEASUREMENT = { ...measure(TALLY), worth: { empty: 2, unreadable: 0, negative: 0, otherCurrency: 3 } };
/** The same function for all renders, since another one would be asked again. */
const CHECKS: Record<Basis, AskCheck> = {
  value: async () => finishedCheck({ basis: 'value', actual: 12_345 }),
  conversions: async () => finishedCheck({ basis: 'conversions', actual: 12_345 }),
};
const COMBINATIONS = { value: fitTally(TALLY), conversions: fitTally(COUNTED) };

/** React must find its own texts again, which are joined in the copy. */
const copyOf = (part: Element) => part.cloneNode(true) as Element; // of the same kind

/** The texts of a part of the page, one to a line, with those that only a screen reader says. */
function listTexts(part: Element): string[] {
  // Texts side by side are one.
  part.normalize();
  return [...part.childNodes].flatMap((node) => {
    if (!(node instanceof Element)) return node.textContent?.trim() ? [node.textContent.trim()] : [];
    const label = node.getAttribute('aria-label');
    return [...(label === null ? [] : [`[${label}]`]), ...listTexts(node)];
  });
}

function Room({ start }: { start: Basis }) {
  const [basis, setBasis] = useState(start);
  return (
    <AnalysisResults
      context={CONTEXT}
      measurement={MEASUREMENT}
      combinations={COMBINATIONS[basis]}
      checkUnseen={CHECKS[basis]}
      basis={basis}
      onBasisChange={setBasis}
      settings={{ conversionValue: 100, thresholdPercent: 10 }}
      onSettingsChange={() => {}}
    />
  );
}

// A record changes only where the figures or the words of the results do.
test.each<Basis>(['conversions', 'value'])(
  'by %s all tabs, the report and the full export stay what they were',
  async (basis) => {
    const user = userEvent.setup();
    const { container } = render(<Room start={basis} />);
    const lines = listTexts(copyOf(container));
    for (const tab of [
      'Value Rules',
      'Segment Details',
      'Correlations',
      'Lead Calculator',
      'Check',
    ] as const) {
      // By text: a search by role takes seconds in a page of this size.
      if (tab !== 'Check') await user.click(screen.getByText(tab, { selector: '[role=tab]' }));
      else {
        await openView(user, 'How this was checked');
        await showMethods(user);
      }
      if (tab === 'Segment Details') await user.click(screen.getByText('With Chart'));
      if (tab === 'Lead Calculator')
        for (const [field, name] of [
          ['Source', /^Ads/],
          ['Device', /^Mobile/],
        ] as const) {
          await user.click(await screen.findByLabelText(field, { selector: '[role=combobox]' }));
          await user.click(screen.getByRole('option', { name }));
        }
      lines.push(
        `# ${tab}`,
        ...listTexts(
          copyOf(
            tab === 'Check'
              ? screen.getByText('Back to results').parentElement!.nextElementSibling!
              : container.querySelector('[role=tabpanel][data-state=active]')!,
          ),
        ),
      );
    }
    lines.push('# Report', ...listTexts(copyOf(await printReport(user))));
    await pickExport(user, 'Export All');
    await act(async () => {});
    const file = downloads.at(-1);
    lines.push(`# ${file?.name}`, (await file?.blob.text()) ?? '');
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`records/by-${basis}.txt`);
  },
  120_000,
);
