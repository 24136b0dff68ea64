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
          Value rules age as leads do. Connect the place where your leads live, and let the analysis keep up.
        </p>
        <ul>
          <li>Leads read on a schedule, instead of a file uploaded by hand</li>
          <li>The same columns, ranges and names applied every time</li>
          <li>A note when a segment&rsquo;s lift has moved enough to matter</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'ad-platform-push',
    title: 'Phase 2: Ad-platform push',
    content: (
      <Phase status="Future">
        <p>From a table of multipliers to rules in the ad account, without copying by hand.</p>
        <ul>
          <li>Value rules sent to the ad platform after you have looked at them</li>
          <li>A preview of what would change, and a way back</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'platforms-and-teams',
    title: 'Phase 3: Multi-platform support and team roles',
    content: (
      <Phase status="Future">
        <p>One analysis for every platform that you bid on, shared by the people who bid.</p>
        <ul>
          <li>Rules in the form that each platform takes</li>
          <li>Shared analyses, with the roles admin, editor and viewer</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'enterprise',
    title: 'Phase 4: Enterprise features',
    content: (
      <Phase status="Future">
        <p>What larger organisations need before they may use a tool.</p>
        <ul>
          <li>Sign-in through the organisation&rsquo;s own accounts</li>
          <li>A record of who changed what</li>
          <li>Rules for how long saved data is kept</li>
        </ul>
      </Phase>
    ),
  },
  {
    id: 'vision',
    title: 'Vision',
    content: (
      <p>
        Everybody who pays for leads should know what a lead is worth before paying for it: from their own
        data, by arithmetic that they can check, with an honest word on how sure it is.
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
          Four phases, in this order. All of it is planned; none of it is built, and no dates are promised.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
