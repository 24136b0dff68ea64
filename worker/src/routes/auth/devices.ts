import type { Context } from 'hono';
import type { Confirmation, Device, Devices } from '#contract/auth.ts';
import { deleteDevice, deleteOtherSessions, listDevices, type DeviceRow } from '#worker/db/sessions.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { forgetSession } from '#worker/middleware/cookies.ts';

const present = ({ id, sid, sess, browser, country, seenAt }: DeviceRow, thisSid: string | null): Device => ({
  id: id ?? '', // the database gives each session one
  browser,
  country,
  signedInAt: new Date(sess.createdAt).toISOString(),
  lastVisitAt: seenAt === null ? null : new Date(seenAt).toISOString(),
  isThis: sid === thisSid,
});

/** `GET /api/auth/devices` */
export async function handleListDevices(c: Context<AppEnv>): Promise<Devices> {
  const rows = await listDevices(c.get('db'), c.get('requester').id, Date.now());
  const devices = rows.map((row) => present(row, c.get('presentedSid')));
  return {
    devices: devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis)),
  };
}

/** `DELETE /api/auth/devices/{device}` */
export async function handleSignOutDevice(c: Context<AppEnv>): Promise<Confirmation> {
  const id = c.req.param('device') ?? ''; // the route has it
  const sid = await deleteDevice(c.get('db'), c.get('requester').id, id);
  if (sid === null) throw new ApiError(404, 'This device is not signed in any more.');
  if (sid === c.get('presentedSid')) forgetSession(c);
  return { message: 'The device is signed out.' };
}

/** `POST /api/auth/logout/others` */
export async function handleLogOutOthers(c: Context<AppEnv>): Promise<Confirmation> {
  await deleteOtherSessions(c.get('db'), c.get('requester').id, c.get('presentedSid') ?? ''); // a user has a session
  return { message: 'All other devices are signed out.' };
}
