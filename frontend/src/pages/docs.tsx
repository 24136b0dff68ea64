import { PAGES } from '#contract/pages.ts';
import { ProsePage, type ProseText } from '#frontend/ui/prose.tsx';
import * as purpose from './docs/purpose.mdx';
import * as server from './docs/server.mdx';
import * as workflow from './docs/workflow.mdx';
import * as columnsThatTell from './docs/columns-that-tell.mdx';
import * as calculationLogic from './docs/calculation-logic.mdx';
import * as labels from './docs/labels.mdx';
import * as unseenLeads from './docs/unseen-leads.mdx';
import * as applying from './docs/applying.mdx';
import * as perLeadValues from './docs/per-lead-values.mdx';
import * as amounts from './docs/amounts.mdx';
import * as stages from './docs/stages.mdx';
import * as leadsThatCount from './docs/leads-that-count.mdx';
import * as overTime from './docs/over-time.mdx';
import * as comparing from './docs/comparing.mdx';
import * as keepingCurrent from './docs/keeping-current.mdx';
import * as teamRules from './docs/team-rules.mdx';
import * as readOnlyLinks from './docs/read-only-links.mdx';
import * as teams from './docs/teams.mdx';
import * as dataFlow from './docs/data-flow.mdx';
import * as deployment from './docs/deployment.mdx';

const TEXTS: readonly ProseText[] = [
  purpose,
  server,
  workflow,
  columnsThatTell,
  calculationLogic,
  labels,
  unseenLeads,
  applying,
  perLeadValues,
  amounts,
  stages,
  leadsThatCount,
  overTime,
  comparing,
  keepingCurrent,
  readOnlyLinks,
  teams,
  teamRules,
  dataFlow,
  deployment,
];

export function DocsPage() {
  return <ProsePage title={PAGES.docs.title} texts={TEXTS} hasContents />;
}
