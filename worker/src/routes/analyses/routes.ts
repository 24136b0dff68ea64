import { changeLabels, deleteSavedAnalysis, findVersion } from '#worker/db/saved-analyses.ts';
import { analysisNotFound, changedMeanwhile } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { readIfMatch } from '#worker/middleware/request-body.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { alertHandlers } from './alert-handlers.ts';
import { presentCurrent } from './authors.ts';
import { moveHandlers } from './move.ts';
import { presentLabels } from './present-analysis.ts';
import { readHandlers } from './read.ts';
import { saveHandlers } from './save.ts';
import { shareHandlers } from './share.ts';
import { sourceHandlers } from './source.ts';
import { changeOf, targetOf } from './begin-uploads.ts';
import type { Handlers } from '../mount.ts';

export const analysisHandlers = {
  ...readHandlers,
  ...saveHandlers,
  'PATCH /api/analyses/:id': async (c) => {
    const { name, note } = c.req.valid('json');
    const fields = { ...(name !== undefined && { name }), ...(note !== undefined && { note }) };
    const db = c.get('db');
    const target = changeOf(c, readIfMatch(c));
    const texts = [
      ...(name === undefined ? [] : (['nameBytes'] as const)),
      ...(note === undefined ? [] : (['noteBytes'] as const)),
    ];
    const growth = { workspaceId: target.userId, bytes: bytesOfTexts(name, note) };
    await requireGrowth(siteOf(c), { ...growth, replaces: { id: target.id, texts } });
    const row = await changeLabels(db, target, { fields, now: Date.now() });
    if (row) return presentLabels(row);
    const current = await findVersion(db, target);
    throw current ? changedMeanwhile(await presentCurrent(c, current)) : analysisNotFound();
  },
  'DELETE /api/analyses/:id': async (c) => {
    if (!(await deleteSavedAnalysis(c.get('db'), targetOf(c)))) throw analysisNotFound();
    return { message: 'The analysis has been deleted.' };
  },
  ...moveHandlers,
  ...shareHandlers,
  ...sourceHandlers,
  ...alertHandlers,
} satisfies Partial<Handlers>;
