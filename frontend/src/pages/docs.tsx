import { PAGES } from '#contract/pages.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import { Amounts, Numbers } from './docs/amounts.tsx';
import { Applying, PerLeadValues } from './docs/applying.tsx';
import { CalculationLogic, Labels } from './docs/calculation-logic.tsx';
import { Comparing, Purpose, Features, Workflow, ReadOnlyLinks } from './docs/product.tsx';
import { DatabaseSchema, ApiEndpoints, Authentication, Deployment, RouteTable } from './docs/server.tsx';
import { DataFlow, DataImport } from './docs/data-flow.tsx';
import { LeadsThatCount } from './docs/leads-that-count.tsx';
import { UnseenLeads } from './docs/unseen-leads.tsx';

const SECTIONS = [
  { id: 'purpose', title: 'Purpose', content: <Purpose /> },
  { id: 'features', title: 'Features', content: <Features /> },
  { id: 'routes', title: 'Routes', content: <RouteTable /> },
  { id: 'api-endpoints', title: 'API Endpoints', content: <ApiEndpoints /> },
  { id: 'database-schema', title: 'Database Schema', content: <DatabaseSchema /> },
  { id: 'authentication', title: 'Authentication', content: <Authentication /> },
  { id: 'workflow', title: 'The 5-Step Workflow', content: <Workflow /> },
  { id: 'calculation-logic', title: 'Calculation Logic', content: <CalculationLogic /> },
  { id: 'labels', title: 'Use, Test, Unclear, No Difference', content: <Labels /> },
  { id: 'unseen-leads', title: 'Balanced Multipliers and Unseen Leads', content: <UnseenLeads /> },
  { id: 'applying', title: 'From Value Rules to the Ad Platforms', content: <Applying /> },
  { id: 'per-lead-values', title: 'Per-Lead Values', content: <PerLeadValues /> },
  { id: 'amounts', title: 'Amounts: What a Conversion Is Worth', content: <Amounts /> },
  { id: 'numbers', title: 'Numbers, Currency and Exports', content: <Numbers /> },
  { id: 'leads-that-count', title: 'Dates and Leads That Count', content: <LeadsThatCount /> },
  { id: 'comparing', title: 'Comparing Two Files', content: <Comparing /> },
  { id: 'read-only-links', title: 'Read-Only Links', content: <ReadOnlyLinks /> },
  { id: 'data-import', title: 'Data Import', content: <DataImport /> },
  { id: 'data-flow', title: 'Data Flow', content: <DataFlow /> },
  { id: 'deployment', title: 'Deployment', content: <Deployment /> },
];

export function DocsPage() {
  return (
    <ProsePage
      title={PAGES.docs.title}
      lead={<p>The design of the tool and all its formulas, with examples to check them.</p>}
      hasContents
      sections={SECTIONS}
    />
  );
}
