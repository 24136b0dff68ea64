import type { ConnectionKind } from '#contract/platforms.ts';
import type { ConnectionProvider } from '#worker/connections/provider.ts';
import type { RulePlatform } from '#worker/pushes/rule-platform.ts';

/** An ad platform as this deployment offers it, made from the operator's settings. */
export interface AdPlatform<Settings> {
  /** Its company, which keeps the rights, in texts. */
  company: string;
  /** Where its consents come back to. */
  callbackPath: string;
  /** Whether its keys are set, and whether the operator asks for the kind where that is a choice. */
  isOffered(settings: Settings, kind: ConnectionKind): boolean;
  /** The provider of a kind of connection, whether it is offered or not; null where the keys are missing. */
  findProvider(
    settings: Settings,
    { kind, redirectUri }: { kind: ConnectionKind; redirectUri: string },
  ): ConnectionProvider | null;
  /** Its rules. Nobody is connected where the keys are missing. */
  openRules(settings: Settings): RulePlatform;
}
