import { lazy } from 'react';

const fetchSegmentChart = () => import('../segments/segment-chart.tsx');
const fetchCorrelationChart = () => import('../correlations/correlation-chart.tsx');
const fetchWaterfall = () => import('../calculator/waterfall.tsx');

/** The charts are no part of the first results: their code comes after them, before a tab asks for it. */
export const SegmentChart = lazy(async () => ({ default: (await fetchSegmentChart()).SegmentChart }));
export const CorrelationChart = lazy(async () => ({
  default: (await fetchCorrelationChart()).CorrelationChart,
}));
export const Waterfall = lazy(async () => ({ default: (await fetchWaterfall()).Waterfall }));

/** Fetched ahead; where that fails, the tab asks again. */
export function fetchCharts(): void {
  for (const fetchChart of [fetchSegmentChart, fetchCorrelationChart, fetchWaterfall]) {
    fetchChart().catch(() => {});
  }
}
