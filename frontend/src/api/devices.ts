import useSWR from 'swr';
import { devicesSchema, type Device } from '#contract/auth.ts';
import { tell } from './ask.ts';
import { read } from './client.ts';

const DEVICES_KEY = ['/api/auth/devices'];

/** The devices that are signed in to the account. Fetched whenever they are shown. */
export function useDevices() {
  return useSWR<Device[], unknown>(
    DEVICES_KEY,
    async (key: string[]) => devicesSchema.parse(await read(key)).devices,
    { revalidateOnMount: true },
  );
}

/** Ends the session of another device. */
export const signOutDevice = (id: string): Promise<void> =>
  tell('DELETE /api/auth/devices/:device', { device: id });

/** Ends every session of the user but this one. */
export const signOutOthers = (): Promise<void> => tell('POST /api/auth/logout/others', {});
