import { Hono } from 'hono/tiny';
import type { AppEnv } from '#worker/env.ts';
import { SAVE_BUDGET_MS, database } from '#worker/middleware/database.ts';
import { handleDelivery } from './deliver.ts';

export const inbox = new Hono<AppEnv>();

// No session and no cookie: whoever has the token may deliver. Programs send no `Origin`, and no page could hold the token.
inbox.put('/:id', database(SAVE_BUDGET_MS), handleDelivery);
