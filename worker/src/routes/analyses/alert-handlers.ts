import type { Handlers } from '../mount.ts';
import type { Alerts, RulesInUse } from '#contract/alerts.ts';
import { type AlertPosition, findAlertsOf, markSeen, putInUse } from '#worker/db/alerts.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { findListed } from '#worker/db/versions.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, analysisNotFound } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { mergeEntered, readInUse } from '#worker/runs/entered-figures.ts';
import { presentAlerts } from '#worker/runs/present-alerts.ts';
import { readEntered } from '#worker/runs/read-saved.ts';
import { freezeRules } from '#worker/runs/rules-in-use.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { numberOf, presentListed, versionNotFound } from './source.ts';
import { targetOf } from './begin-uploads.ts';

async function readAlerts(c: AppContext, after?: AlertPosition): Promise<Alerts> {
  const shown = await findAlertsOf(c.get('db'), targetOf(c), after);
  if (!shown) throw analysisNotFound();
  return presentAlerts(shown, after === undefined);
}

/** The place that the address names; undefined for the first page. */
function readPosition(c: AppContext): AlertPosition | undefined {
  const before = c.req.query('before');
  if (before === undefined) return undefined;
  const [version, rule] = before.split('-').map(Number);
  if (version === undefined || rule === undefined || Number.isNaN(version + rule))
    throw new ApiError(400, 'before must be the next of a page', { code: 'INVALID_INPUT' });
  return { version, rule };
}

/** Puts the rules of a version, or of the saved analysis, into use. */
async function enterRules(c: AppContext, { version, by, toEnter }: RulesInUse): Promise<void> {
  const target = targetOf(c);
  const found = await readEntered(siteOf(c), target, version);
  if (!found) throw versionNotFound();
  const entered = mergeEntered(by, toEnter ?? found.toEnter, await readInUse(c.get('db'), target));
  const rules = freezeRules({ ...found.entered, toEnter: entered }, { version, by, now: Date.now() });
  const bytes = bytesOfTexts(rules.reference, rules.rules);
  await requireGrowth(siteOf(c), {
    workspaceId: target.userId,
    bytes,
    replaces: { id: target.id, texts: ['ruleBytes'] },
  });
  if (!(await putInUse(c.get('db'), target, rules))) throw versionNotFound();
}

export const alertHandlers = {
  'POST /api/analyses/:id/versions/:number/entered': async (c) => {
    const number = numberOf(c);
    if (number === 0) throw versionNotFound();
    await enterRules(c, { version: number, by: 'entered' });
    const row = await findListed(c.get('db'), targetOf(c), number);
    if (!row) throw versionNotFound();
    return presentListed(row);
  },
  'GET /api/analyses/:id/alerts': (c) => readAlerts(c, readPosition(c)),
  'POST /api/analyses/:id/alerts/seen': async (c) => {
    const { upTo } = c.req.valid('json');
    await markSeen(c.get('db'), targetOf(c), { upTo, now: Date.now() });
    return await readAlerts(c);
  },
  'POST /api/analyses/:id/rules-in-use': async (c) => {
    await enterRules(c, c.req.valid('json'));
    return await readAlerts(c);
  },
} satisfies Partial<Handlers>;
