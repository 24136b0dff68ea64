import type { ReactNode } from 'react';
import { PAGES } from '#contract/pages.ts';
import { Link } from '#frontend/ui/link.tsx';
import { ProsePage } from '#frontend/ui/prose.tsx';

const RELEASES: readonly { id: string; title: string; content: ReactNode }[] = [
  {
    id: '2026-11-22',
    title: 'Nov 22, 2026',
    content: (
      <ul>
        <li>
          <strong>By value.</strong> Choose the column with the amounts of your deals, or give each status an
          amount, and see which leads bring more money.
        </li>
        <li>
          <strong>Which leads count.</strong> Leave out statuses, days and leads that are too young to have
          converted; dates count by month, quarter, weekday or hour.
        </li>
        <li>
          <strong>Numbers and money as you write them.</strong> &lsquo;1.234,50 €&rsquo; is read as a number,
          amounts have your currency, and downloads can have semicolons and a decimal comma.
        </li>
        <li>
          <strong>Apply.</strong> Plans of rules that Google Ads, Meta and Microsoft Advertising accept, a
          value for each lead, and files to upload.
        </li>
        <li>
          <strong>Every month.</strong> The settings of the last analysis for the next file, names and notes,
          two analyses compared, and read-only links.
        </li>
      </ul>
    ),
  },
  {
    id: '2025-10-15',
    title: 'Oct 15, 2025',
    content: (
      <ul>
        <li>
          <strong>Saved analyses.</strong> Signed-in users can save an analysis with its settings, find it in
          a list and reopen it in the workflow.
        </li>
        <li>
          <strong>Your defaults.</strong> A default conversion value and a default significance threshold for
          every new analysis.
        </li>
        <li>
          <strong>Import from a spreadsheet service</strong>, with OAuth and token refresh. Signed-in users
          connect a Google account once, paste the address of a sheet and choose a tab. The browser asks
          Google for the cells itself, so your leads stay in it. A site whose operator has not set this up
          does not show the button.
        </li>
      </ul>
    ),
  },
  {
    id: '2025-10-11',
    title: 'Oct 11, 2025',
    content: (
      <ul>
        <li>
          <strong>Lead value calculator.</strong> Pick one value per attribute and see what that lead is
          worth. The calculator multiplies the suggested value rules.
        </li>
        <li>
          <strong>Practical value rules.</strong> A table of multipliers for your bids, with CSV export.
        </li>
        <li>
          <strong>Correlated segments are reduced by 15%</strong>, so that two overlapping rules do not count
          the same effect twice.
        </li>
      </ul>
    ),
  },
  {
    id: '2025-10-10',
    title: 'Oct 10, 2025',
    content: (
      <ul>
        <li>
          <strong>Correlation testing.</strong> A chi-square test on every pair of significant segments that
          share enough leads.
        </li>
        <li>
          <strong>Confidence adjusted for sample size.</strong> The lift of a small segment is shrunk towards
          1.
        </li>
      </ul>
    ),
  },
  {
    id: 'initial-release',
    title: 'Initial release',
    content: (
      <ul>
        <li>
          <strong>A workflow of four steps:</strong> Upload, Select, Map, Results.
        </li>
        <li>
          <strong>One to three attribute columns</strong>, with a None option for the second and third.
        </li>
        <li>
          <strong>CSV analysis in your browser:</strong> conversion rate and lift of every segment.
        </li>
      </ul>
    ),
  },
];

export function ChangelogPage() {
  return (
    <ProsePage
      title={PAGES.changelog.title}
      lead={
        <p>
          All changes, newest first. The plans are on the{' '}
          <Link to={PAGES.roadmap.path} className="text-accent underline underline-offset-4">
            roadmap
          </Link>
          .
        </p>
      }
      sections={RELEASES}
    />
  );
}
