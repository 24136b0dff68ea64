import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import {
  auditSchema,
  teamRulesSchema,
  type Audit,
  type AuditEntry,
  type RetentionRule,
  type TeamRules,
} from '#contract/organisation.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { read } from './client.ts';
import { ask, readPages } from './ask.ts';

// These are asked for by the page of the team only.
const RULES_KEY = [WORK, 'rules'] as const;

/** The rules of a team on sign-in and datasets. */
export function useTeamRules() {
  return useSWR<TeamRules, unknown>(
    RULES_KEY,
    async (key: string[]) => teamRulesSchema.parse(await read(key)),
    { revalidateOnMount: true },
  );
}

/** The calls that change the rules of a team. Each shows what the server answers. */
export function useRuleCalls() {
  const { mutate } = useSWRConfig();
  const show = (rules: TeamRules) => mutate<TeamRules>(RULES_KEY, rules, { revalidate: false });
  return {
    requireDomain: async (domain: string | null): Promise<void> => {
      await show(await ask('PUT /api/teams/:team/domain', { at: WORK, json: { domain } }, teamRulesSchema));
    },
    endDatasetsAfter: async (datasetDays: RetentionRule['datasetDays']): Promise<void> => {
      const request = { at: WORK, json: { datasetDays } };
      await show(await ask('PUT /api/teams/:team/retention', request, teamRulesSchema));
    },
  };
}

/** The entries of the log that somebody looks for. An empty text leaves none out. */
export interface AuditFilter {
  person: string;
  area: string;
  /** In ISO 8601. */
  from: string;
  to: string;
}

function pageKey(filter: AuditFilter, before: number | null): string[] {
  const named = { ...filter, before: before === null ? '' : String(before) };
  const query = new URLSearchParams(Object.entries(named).filter(([, text]) => text !== ''));
  return [WORK, query.size === 0 ? 'audit' : `audit?${query}`];
}

const readPage = async (key: string[]): Promise<Audit> => auditSchema.parse(await read(key));

/** The log of a team, page by page. */
export function useAudit(filter: AuditFilter) {
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Audit, unknown>(
    (_, earlier: Audit | null) => (earlier?.next === null ? null : pageKey(filter, earlier?.next ?? null)),
    readPage,
    { revalidateOnMount: true },
  );
  return {
    pages: data,
    error,
    isReading: isValidating,
    readOlder: () => setSize(size + 1),
    askAgain: () => mutate(),
  };
}

/** Reads every entry that matches, however many pages they take. */
export async function readWholeAudit(filter: AuditFilter): Promise<AuditEntry[]> {
  const pages = await readPages((before: number | null) => readPage(pageKey(filter, before)));
  return pages.flatMap(({ entries }) => entries);
}
