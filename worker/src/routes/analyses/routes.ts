import type { AnalysisLabels } from '#contract/answers.ts';
import type { LabelChange } from '#contract/analyses.ts';
import type { Confirmation } from '#contract/auth.ts';
import { changeLabels, deleteSavedAnalysis, findVersion } from '#worker/db/saved-analyses.ts';
import type { Context } from 'hono';
import type { AppEnv } from '#worker/env.ts';
import { analysisNotFound, changedMeanwhile } from '#worker/errors.ts';
import { siteOf, withTimeToSave } from '#worker/middleware/database.ts';
import { readIfMatch } from '#worker/middleware/if-match.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { handleEnterVersion, handleReadAlerts, handleSeeAlerts, handleUseRules } from './alert-handlers.ts';
import { presentCurrent } from './authors.ts';
import { handleCopy, handleMove } from './move.ts';
import { presentLabels } from './present-analysis.ts';
import { handleListAnalyses, handleListOfTeam, handleReadAnalysis, handleReadDataset } from './read.ts';
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
import { changeOf, targetOf } from './begin-uploads.ts';
import type { Handlers } from '../mount.ts';

/** `PATCH /api/analyses/{id}` */
async function handleLabel(c: BodyContext<LabelChange>): Promise<AnalysisLabels> {
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
}

/** `DELETE /api/analyses/{id}` */
async function handleDelete(c: Context<AppEnv>): Promise<Confirmation> {
  if (!(await deleteSavedAnalysis(c.get('db'), targetOf(c)))) throw analysisNotFound();
  return { message: 'The analysis has been deleted.' };
}

export const analysisHandlers = {
  'GET /api/analyses': handleListAnalyses,
  'GET /api/teams/:team/analyses': handleListOfTeam,
  'POST /api/analyses': withTimeToSave(handleSaveAnalysis),
  'GET /api/analyses/:id': handleReadAnalysis,
  'PUT /api/analyses/:id': withTimeToSave(handleReplaceAnalysis),
  'PATCH /api/analyses/:id': handleLabel,
  'DELETE /api/analyses/:id': handleDelete,
  'GET /api/analyses/:id/dataset': handleReadDataset,
  'PUT /api/analyses/:id/dataset': withTimeToSave(handleSaveDataset),
  'POST /api/analyses/:id/move': handleMove,
  'POST /api/analyses/:id/copy': withTimeToSave(handleCopy),
  'GET /api/analyses/:id/share': handleReadShare,
  'POST /api/analyses/:id/share': handleCreateShare,
  'PUT /api/analyses/:id/share': handlePublishAnew,
  'PATCH /api/analyses/:id/share': handleChangeTerm,
  'DELETE /api/analyses/:id/share': handleEndShare,
  'GET /api/analyses/:id/source': handleReadSource,
  'PUT /api/analyses/:id/source': handleMakeSource,
  'DELETE /api/analyses/:id/source': handleEndSource,
  'POST /api/analyses/:id/source/token': handleRenewToken,
  'PUT /api/analyses/:id/source/schedule': handleSchedule,
  'POST /api/analyses/:id/source/run': handleRunNow,
  'POST /api/analyses/:id/source/pause': handlePause,
  'POST /api/analyses/:id/source/resume': handleResume,
  'GET /api/analyses/:id/versions': handleListVersions,
  'GET /api/analyses/:id/versions/:number': handleReadVersion,
  'POST /api/analyses/:id/versions/:number/entered': handleEnterVersion,
  'GET /api/analyses/:id/alerts': handleReadAlerts,
  'POST /api/analyses/:id/alerts/seen': handleSeeAlerts,
  'POST /api/analyses/:id/rules-in-use': handleUseRules,
} satisfies Partial<Handlers>;
