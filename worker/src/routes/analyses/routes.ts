import { Hono } from 'hono/tiny';
import { SAVES } from '#contract/limits.ts';
import { deleteAnalysis } from '#worker/db/saved-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisNotFound } from '#worker/errors.ts';
import { SAVE_BUDGET_MS, database } from '#worker/middleware/database.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { readAnalysis, readDataset } from './read.ts';
import { saveDataset } from './save-dataset.ts';
import { replaceAnalysis, saveAnalysis } from './save.ts';

const TOO_MANY = 'You are saving very often.';
const limitSaves = limitByUser('save', SAVES, TOO_MANY);
const limitDatasets = limitByUser('dataset', SAVES, TOO_MANY);

export const analyses = new Hono<AppEnv>();

analyses.use(requireUser);

analyses.post('/', limitSaves, database(SAVE_BUDGET_MS), saveAnalysis);

analyses.put('/:id', limitSaves, database(SAVE_BUDGET_MS), replaceAnalysis);

analyses.put('/:id/dataset', limitDatasets, database(SAVE_BUDGET_MS), saveDataset);

analyses.get('/:id', readAnalysis);

analyses.get('/:id/dataset', readDataset);

analyses.delete('/:id', async (c) => {
  if (!(await deleteAnalysis(c.get('db'), c.get('owner').id, c.req.param('id')))) throw analysisNotFound();
  return c.json({ message: 'The analysis has been deleted.' });
});
