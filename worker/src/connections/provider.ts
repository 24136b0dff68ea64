import type { Challenge } from '#worker/auth/openid.ts';
import type { SealingKey } from '#worker/auth/token-sealing.ts';

/** The rights and tokens of a consent. */
export interface Grant {
  /** E-mail address or name of the account; null where the service names none. */
  account: string | null;
  /** The id of the account at a service where several accounts may have one name. */
  accountId?: string | null;
  /** True if the right that was asked for is among those that were given, and no right of another kind is. */
  isAllowed: boolean;
  /** The token that lasts; null where the service gives none. */
  refreshToken: string | null;
  accessToken: string;
  accessExpiresAt: number;
  /** The time after which the visitor must consent again; null where the right has no fixed end. */
  endsAt: number | null;
}

/** The result of a refresh: an access token, and sometimes another refresh token. */
export interface Refreshed {
  accessToken: string;
  expiresAt: number;
  refreshToken: string | null;
}

/** The answer of a service to whom a right is given back. */
export type Revocation = 'revoked' | 'unknown-token' | 'unanswered';

/** The calls of one kind of connection to its service. */
export interface ConnectionProvider {
  /** The address of the page of consent. */
  consentUrl(challenge: Challenge): string;
  /** @throws when the service refuses, fails, is silent, or its answer lacks what it must have */
  exchange(consent: { code: string; challenge: Challenge; now: number }): Promise<Grant>;
  /**
   * A new access token; null if the right has ended. Absent where there is none to be had.
   *
   * @throws ProviderUnavailable
   */
  refresh?(refreshToken: string, now: number): Promise<Refreshed | null>;
  /** Gives a right back, which ends all rights of that account to this site. Absent where the service has no call for it. */
  revoke?(token: string): Promise<Revocation>;
}

/** A kind of connection as this deployment offers it. */
export interface ConnectionService {
  provider: ConnectionProvider;
  key: SealingKey;
}

/** The service refused or did not answer, and the connection stays. */
export class ProviderUnavailable extends Error {}

/** A refresh must end within this time, before the lease ends, so that its answer can be stored. */
export const REFRESH_TIMEOUT_MS = 8000;
export const REVOCATION_TIMEOUT_MS = 5000;
