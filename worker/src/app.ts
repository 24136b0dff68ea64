import { Hono } from 'hono';
import type { AppEnv } from './env.ts';

export const app = new Hono<AppEnv>();

app.get('/api/auth/user', (c) => c.json({ message: 'Unauthorized' }, 401));
app.all('/api/*', (c) => c.json({ message: 'Not found' }, 404));
app.get('/assets/*', (c) => c.text('Not found', 404));
app.get('*', (c) => c.env.ASSETS.fetch(new URL('/', c.req.url)));

app.onError((error, c) => {
  console.error(error);
  return c.json({ message: 'Something went wrong. Please try again.' }, 500);
});
