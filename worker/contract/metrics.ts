import './jitless.ts';
import * as z from 'zod/mini';

const INVALID = 'must be a finite number';

export const countSchema = z.number(INVALID).check(z.int(), z.minimum(0));
export const percentSchema = z.number(INVALID).check(z.minimum(0), z.maximum(100));
const probability = z.number(INVALID).check(z.minimum(0), z.maximum(1));
const ratio = z.number(INVALID).check(z.minimum(0));

/**
 * A segment's figures. Rates and confidence are percent, unrounded; lifts are ratios (1 = no effect). The derived
 * figures are optional, since all of them follow from the counts.
 */
export const metricSchema = z.object({
  fieldName: z.string(),
  fieldValue: z.string(),
  totalLeads: countSchema,
  qualifiedLeads: countSchema,
  conversionRate: percentSchema,
  confidence: z.optional(percentSchema),
  rawLift: z.optional(ratio),
  adjustedLift: z.optional(ratio),
  pValue: z.optional(probability),
});

const attribute = z.object({ field: z.string(), value: z.string() });

/**
 * A test of two values together. Rate and confidence are percent, lifts ratios, the difference signed percentage
 * points, and `chiSquare` the statistic behind the p-value.
 */
export const correlationTestSchema = z.object({
  attributes: z.tuple([attribute, attribute]),
  leads: countSchema,
  qualifiedLeads: countSchema,
  conversionRate: percentSchema,
  confidence: percentSchema,
  predictedLift: ratio,
  actualLift: ratio,
  difference: z.number(INVALID),
  chiSquare: z.optional(ratio),
  pValue: probability,
  isSignificant: z.boolean(),
});

export type Metric = z.infer<typeof metricSchema>;
export type CorrelationTest = z.infer<typeof correlationTestSchema>;
