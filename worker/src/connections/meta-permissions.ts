import * as z from 'zod/mini';

/** The permissions of a connection to Meta. Source: developers.facebook.com, "Value rules" (2026-09-12), which needs both. */
export const META_PERMISSIONS = ['ads_management', 'ads_read'];

/** The answer of `me/permissions`: each is granted, declined or expired. Source: developers.facebook.com, "User permissions". */
export const metaPermissionsSchema = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});
