import type { Handlers } from '../mount.ts';
import { MAX_SHARE_BYTES, SHARE_MS } from '#contract/limits.ts';
import type { NewShare, ShareStatus } from '#contract/answers.ts';
import {
  findSharingProblem,
  shareSchema,
  sharedFiguresSchema,
  type ShareTerm,
  type SharedFigures,
} from '#contract/sharing.ts';
import { makeToken } from '#worker/auth/sessions.ts';
import { changeLink, createLink, deleteLink, findLink, type ShareRow } from '#worker/db/shared-analyses.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, analysisNotFound, shareLimit } from '#worker/errors.ts';
import { readJson, parseBody } from '#worker/middleware/request-body.ts';
import { chargeNetwork, requireLinkQuota, targetOf } from './begin-uploads.ts';
import { toJson, type Json } from '#worker/db/json.ts';

const LIMIT = {
  maxBytes: MAX_SHARE_BYTES,
  message: `These figures are too large to share: more than ${MAX_SHARE_BYTES / 1024} KB. Choose attributes with fewer values.`,
};

/** One answer for an analysis without a link and for one of another user. */
const notShared = () => new ApiError(404, 'This analysis has no link that works.');

const expiryOf = ({ isKept }: ShareTerm): number | null => (isKept ? null : Date.now() + SHARE_MS);

const presentLink = (row: ShareRow): NewShare['share'] => ({
  publishedAt: new Date(row.publishedAt).toISOString(),
  expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
  opens: row.opens,
  showsName: row.showsName,
  showsNote: row.showsNote,
});

/** Writes figures as they are stored, once nothing in them must stay private. */
async function packFigures(c: AppContext, figures: SharedFigures): Promise<Json<SharedFigures>> {
  const problem = findSharingProblem(figures);
  if (problem) throw new ApiError(400, problem.message, { code: problem.code });
  const text = toJson(figures);
  const bytes = new TextEncoder().encode(text).length;
  await requireLinkQuota(c, bytes);
  await chargeNetwork(c, bytes);
  return text;
}

/** Finds out why the database has just refused a link. */
async function explainRefusal(c: AppContext): Promise<ApiError> {
  const link = await findLink(c.get('db'), targetOf(c), Date.now());
  return link === undefined ? analysisNotFound() : shareLimit();
}

function presentChange(row: ShareRow | undefined): ShareStatus {
  if (!row) throw notShared();
  return { share: presentLink(row) };
}

export const shareHandlers = {
  'GET /api/analyses/:id/share': async (c) => {
    const link = await findLink(c.get('db'), targetOf(c), Date.now());
    if (link === undefined) throw analysisNotFound();
    return { share: link && presentLink(link) };
  },
  'POST /api/analyses/:id/share': async (c) => {
    const { isKept, figures } = parseBody(shareSchema, await readJson(c, LIMIT));
    const text = await packFigures(c, figures);
    const { token, tokenHash } = await makeToken();
    const link = { tokenHash, figures: text, expiresAt: expiryOf({ isKept }), now: Date.now() };
    const row = await createLink(c.get('db'), targetOf(c), link);
    if (!row) throw await explainRefusal(c);
    c.status(201);
    return { token, share: presentLink(row) };
  },
  'PUT /api/analyses/:id/share': async (c) => {
    const figures = parseBody(sharedFiguresSchema, await readJson(c, LIMIT));
    const text = await packFigures(c, figures);
    const now = Date.now();
    return presentChange(
      await changeLink(c.get('db'), targetOf(c), { now, figures: text, publishedAt: now }),
    );
  },
  'PATCH /api/analyses/:id/share': async (c) => {
    const expiresAt = expiryOf(c.req.valid('json'));
    return presentChange(await changeLink(c.get('db'), targetOf(c), { now: Date.now(), expiresAt }));
  },
  'DELETE /api/analyses/:id/share': async (c) => {
    await deleteLink(c.get('db'), targetOf(c));
    return { message: 'The link has ended.' };
  },
} satisfies Partial<Handlers>;
