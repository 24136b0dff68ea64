import { Suspense } from 'react';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { readOffers, RULE_CONNECTIONS, type PlatformId, type RuleKind } from '#contract/platforms.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { IS_PUSH_OPEN } from './pushed-rules.ts';

// Its code checks answers of the server, which is much code, and few visitors push.
const panel = lazyWithPreload(async () => (await import('./push-panel.tsx')).PushPanel);

interface PushRulesProps {
  platform: PlatformId;
  rules: readonly PlannedRule[];
}

/** Writes a plan into an ad account. Nothing is shown where the site does not offer it. */
export function PushRules(props: PushRulesProps) {
  const { kind } = RULE_CONNECTIONS[props.platform];
  const offers = readOffers(document.documentElement.getAttribute(OFFERS_ATTRIBUTE));
  return offers.includes(kind) ? <OfferedPush kind={kind} {...props} /> : null;
}

function OfferedPush({ kind, platform, rules }: PushRulesProps & { kind: RuleKind }) {
  const [isOpen, setOpen] = useTabChoice(IS_PUSH_OPEN[kind]);
  const { name, adjusts } = PLATFORMS[platform];
  return (
    <section aria-labelledby="push-rules" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h4 id="push-rules" className="text-16 font-semibold">
            Push Rules
          </h4>
          <p className="max-w-prose text-13 text-muted">
            Written into your account for you, after you have seen the difference.
          </p>
        </div>
        <Button
          size="small"
          aria-expanded={isOpen}
          onPointerEnter={panel.preload}
          onFocus={panel.preload}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : `Push rules to ${name}`}
        </Button>
      </div>
      {isOpen && (
        <div className="flex min-w-0 flex-col rounded-surface border border-hairline px-4 sm:px-6">
          <Suspense fallback={<SkeletonLines label="Loading…" lines={4} className="py-6" />}>
            <panel.Component
              kind={kind}
              platformName={name}
              rules={rules}
              hasBaseValue={adjusts === 'value'}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}
