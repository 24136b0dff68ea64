import { Hono } from 'hono/tiny';
import { rulesInUseSchema, seenAlertsSchema } from '#contract/alerts.ts';
import { labelChangeSchema } from '#contract/analyses.ts';
import { destinationSchema } from '#contract/teams.ts';
import { shareTermSchema } from '#contract/sharing.ts';
import { newSourceSchema, scheduleSchema } from '#contract/sources.ts';
import { RUNS_BY_HAND, SAVES, SHARE_CHANGES, SOURCE_CHANGES } from '#contract/limits.ts';
import { changeLabels, deleteSavedAnalysis, findVersion } from '#worker/db/saved-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisNotFound, changedMeanwhile } from '#worker/errors.ts';
import { SAVE_BUDGET_MS, database, siteOf } from '#worker/middleware/database.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { readIfMatch } from '#worker/middleware/if-match.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { requireGrowth } from '#worker/store/room.ts';
import { handleEnterVersion, handleReadAlerts, handleSeeAlerts, handleUseRules } from './alerts.ts';
import { presentCurrent } from './authors.ts';
import { handleCopy, handleMove } from './move.ts';
import { presentLabels } from './present.ts';
import { handleReadAnalysis, handleReadDataset } from './read.ts';
import { handleSaveDataset, handleReplaceAnalysis, handleSaveAnalysis } from './save.ts';
import {
  handleChangeTerm,
  handleCreateShare,
  handleEndShare,
  handlePublishAnew,
  handleReadShare,
} from './share.ts';
import {
  handleEndSource,
  handleListVersions,
  handleMakeSource,
  handlePause,
  handleReadSource,
  handleReadVersion,
  handleRenewToken,
  handleResume,
  handleRunNow,
  handleSchedule,
} from './source.ts';
import { changeOf, targetOf } from './uploads.ts';

const TOO_MANY = 'You are saving very often.';
const limitSaves = limitByUser('save', SAVES, TOO_MANY);
const limitLabels = limitByUser('label', SAVES, TOO_MANY);
const limitDatasets = limitByUser('dataset', SAVES, TOO_MANY);
const limitShares = limitByUser('share', SHARE_CHANGES, 'You are changing links very often.');
const limitSources = limitByUser('source', SOURCE_CHANGES, 'You are changing sources very often.');

const limitRuns = limitByUser('run', RUNS_BY_HAND, 'You are running sources very often.');

export const analyses = new Hono<AppEnv>();

analyses.use(requireUser);

analyses.post('/', limitSaves, database(SAVE_BUDGET_MS), handleSaveAnalysis);

analyses.put('/:id', limitSaves, database(SAVE_BUDGET_MS), handleReplaceAnalysis);

analyses.put('/:id/dataset', limitDatasets, database(SAVE_BUDGET_MS), handleSaveDataset);

analyses.patch('/:id', limitLabels, validate(labelChangeSchema), async (c) => {
  const { name, note } = c.req.valid('json');
  const fields = { ...(name !== undefined && { name }), ...(note !== undefined && { note }) };
  const db = c.get('db');
  const target = changeOf(c, readIfMatch(c));
  const texts = [
    ...(name === undefined ? [] : (['nameBytes'] as const)),
    ...(note === undefined ? [] : (['noteBytes'] as const)),
  ];
  const growth = { ownerId: target.userId, bytes: bytesOfTexts(name, note) };
  await requireGrowth(siteOf(c), { ...growth, replaces: { id: target.id, texts } });
  const row = await changeLabels(db, target, { fields, now: Date.now() });
  if (row) return c.json(presentLabels(row));
  const current = await findVersion(db, target);
  throw current ? changedMeanwhile(await presentCurrent(c, current)) : analysisNotFound();
});

analyses.get('/:id', handleReadAnalysis);

analyses.post('/:id/move', limitSaves, validate(destinationSchema), handleMove);
analyses.post('/:id/copy', limitSaves, database(SAVE_BUDGET_MS), validate(destinationSchema), handleCopy);

analyses.get('/:id/share', handleReadShare);
analyses.post('/:id/share', limitShares, handleCreateShare);
analyses.put('/:id/share', limitShares, handlePublishAnew);
analyses.patch('/:id/share', limitShares, validate(shareTermSchema), handleChangeTerm);
analyses.delete('/:id/share', handleEndShare);

analyses.get('/:id/dataset', handleReadDataset);

analyses.get('/:id/source', handleReadSource);
analyses.put('/:id/source', limitSources, validate(newSourceSchema), handleMakeSource);
analyses.post('/:id/source/token', limitSources, handleRenewToken);
analyses.put('/:id/source/schedule', limitSources, validate(scheduleSchema), handleSchedule);
analyses.post('/:id/source/run', limitRuns, handleRunNow);
analyses.post('/:id/source/pause', limitSources, handlePause);
analyses.post('/:id/source/resume', limitSources, handleResume);
analyses.delete('/:id/source', handleEndSource);

analyses.get('/:id/versions', handleListVersions);
analyses.get('/:id/versions/:number', handleReadVersion);
analyses.post('/:id/versions/:number/entered', limitSources, handleEnterVersion);

analyses.get('/:id/alerts', handleReadAlerts);
analyses.post('/:id/alerts/seen', limitSources, validate(seenAlertsSchema), handleSeeAlerts);
analyses.post('/:id/rules-in-use', limitSources, validate(rulesInUseSchema), handleUseRules);

analyses.delete('/:id', async (c) => {
  if (!(await deleteSavedAnalysis(c.get('db'), targetOf(c)))) throw analysisNotFound();
  return c.json({ message: 'The analysis has been deleted.' });
});
