import type { Handlers } from '../mount.ts';
import { withTimeToSave } from '#worker/middleware/database.ts';
import { MAX_SHARES } from '#contract/limits.ts';
import { can, ROLES } from '#contract/roles.ts';
import { moveAnalysis, type Move } from '#worker/db/move-analysis.ts';
import { insertAnalysis, type NewAnalysis, type StoredAnalysis } from '#worker/db/saved-analyses.ts';
import { countLinks, findLink } from '#worker/db/shared-analyses.ts';
import type { Editor } from '#worker/db/rights.ts';
import { SaveRefused } from '#worker/db/uploads.ts';
import type { AppContext } from '#worker/env.ts';
import { analysisNotFound, invalidInput, shareLimit } from '#worker/errors.ts';
import { requireRight } from '#worker/middleware/team.ts';
import { findStored } from './read.ts';
import { limitsOf } from '#worker/store/require-quota.ts';
import { chargeNetwork, explainRefusal, requireQuota, targetOf, withUploads } from './begin-uploads.ts';

const EDITORS = ROLES.filter((role) => can(role, 'edit', { editorsPush: false }));

const editorOf = (c: AppContext): Editor => ({ id: c.get('requester').id, roles: EDITORS });

/** The owner that an analysis goes to: a team in which the user may edit, or the user. */
async function requireDestination(c: AppContext, team: string | null): Promise<string> {
  const to = team === null ? c.get('requester').id : (await requireRight(c, team, 'edit')).id;
  if (to === c.get('workspace').id) throw invalidInput('The analysis is there already');
  return to;
}

/** Finds out why the database has just refused a move. */
async function explainMove(c: AppContext, { target, to, now }: Move): Promise<Error> {
  const db = c.get('db');
  if (c.get('team')) await requireRight(c, target.userId, 'edit');
  const link = await findLink(db, target, now);
  if (link === undefined) return analysisNotFound();
  if (link && (await countLinks(db, to, now)) >= MAX_SHARES) return shareLimit();
  return await explainRefusal(c, { workspaceId: to, id: null });
}

/** A copy is a new analysis of its new owner. */
function copyOf({ record }: StoredAnalysis, userId: string): NewAnalysis {
  const {
    version: _version,
    updatedAt: _updatedAt,
    madeBy: _madeBy,
    updatedBy: _updatedBy,
    ...figures
  } = record;
  return {
    ...figures,
    id: crypto.randomUUID(),
    userId,
    idempotencyKey: null,
    awaitsDataset: false,
    createdAt: Date.now(),
  };
}

export const moveHandlers = {
  'POST /api/analyses/:id/move': async (c) => {
    const { team } = c.req.valid('json');
    const move: Move = {
      target: targetOf(c),
      to: await requireDestination(c, team),
      editor: editorOf(c),
      now: Date.now(),
      ...limitsOf(c.env),
    };
    if (!(await moveAnalysis(c.get('db'), move))) throw await explainMove(c, move);
    return { id: move.target.id, team };
  },
  'POST /api/analyses/:id/copy': withTimeToSave(async (c) => {
    const { team } = c.req.valid('json');
    const workspaceId = await requireDestination(c, team);
    const stored = await findStored(c, ['configuration', 'analysis', 'mixes', 'dataset']);
    const bytes = stored.texts.reduce((sum, text) => sum + text.bytes, 0);
    const change = { workspaceId, id: null };
    await requireQuota(c, change, bytes);
    await chargeNetwork(c, bytes);
    const row = copyOf(stored, workspaceId);
    await withUploads(c, change, async (_begin, copy) => {
      const texts = [];
      for (const text of stored.texts) texts.push(await copy(text)); // one after another: each is long
      const record = { row, texts, editor: editorOf(c), ...limitsOf(c.env) };
      if (!(await insertAnalysis(c.get('db'), record))) throw new SaveRefused();
    });
    c.status(201);
    return { id: row.id, team };
  }),
} satisfies Partial<Handlers>;
