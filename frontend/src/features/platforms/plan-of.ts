import { createContext } from 'react';
import type { PlannedAnalysis } from '#contract/pushes.ts';

/**
 * The saved analysis whose plans are shown, and the version that they are of; null for none. A push and ticks bring rules of it into use.
 */
export const PlanOf = createContext<Pick<PlannedAnalysis, 'id' | 'version'> | null>(null);
