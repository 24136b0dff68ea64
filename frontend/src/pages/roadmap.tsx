import type { ReactNode } from 'react';
import { PAGES } from '#contract/pages.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { ProsePage } from '#frontend/ui/prose.tsx';

interface PhaseProps {
  status: 'In Planning' | 'Future';
  children: ReactNode;
}

function Phase({ status, children }: PhaseProps) {
  return (
    <>
      <p>
        <Badge tone={status === 'In Planning' ? 'accent' : 'neutral'}>{status}</Badge>
      </p>
      {children}
    </>
  );
}

const SECTIONS = [
  {
    id: 'auto-sync',
    title: 'Phase 1: Auto-sync',
    content: (
      <Phase status="In Planning">
        <p>
          Leads change, and value rules get out of date. Today you import from Google Sheets by hand, tab by
          tab. Connect the source of your leads for good, and the analysis stays current.
        </p>
        <ul>
          <li>Leads read on a schedule, without an upload by hand</li>
          <li>The same columns, ranges and names applied every time</li>
          <li>An alert when the lift of a segment changes clearly</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'ad-platform-push',
    title: 'Phase 2: Ad-platform push',
    content: (
      <Phase status="Future">
        <p>Send the multipliers to your ad account, without copying them by hand.</p>
        <ul>
          <li>Value rules sent to the ad platform after your approval</li>
          <li>A preview of the changes, and an undo</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'platforms-and-teams',
    title: 'Phase 3: Multi-platform support and team roles',
    content: (
      <Phase status="Future">
        <p>One analysis for all your ad platforms, shared with your team.</p>
        <ul>
          <li>The rules of all platforms kept up to date, beyond the plans of today&rsquo;s Apply tab</li>
          <li>Analyses that a team works on, with the roles admin, editor and viewer</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'enterprise',
    title: 'Phase 4: Enterprise features',
    content: (
      <Phase status="Future">
        <p>Features for larger organisations.</p>
        <ul>
          <li>Sign-in through the organisation&rsquo;s own accounts</li>
          <li>An audit log of all changes</li>
          <li>Retention periods for saved data</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'vision',
    title: 'Vision',
    content: (
      <p>
        Every buyer should know the value of a lead before paying for it: computed from their own data, with
        formulas they can check and a clear margin of error.
      </p>
    ),
  },
];

export function RoadmapPage() {
  return (
    <ProsePage
      title={PAGES.roadmap.title}
      lead={
        <p>
          Four phases, in this order. All of them are plans: nothing here is built yet, and we promise no
          dates.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
