import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { AmountChoices, NamedAmounts, SavedAmounts } from './amounts.ts';
import type { ColumnChoices, NamedColumns, SavedColumns } from './columns.ts';
import type { LeadChoices, NamedLeads, SavedLeads } from './leads.ts';
import type { NamedPlatforms, PlatformChoices, SavedPlatforms } from './platforms.ts';
import type { ReadingChoice, SavedReading } from './reading.ts';
import type { SettingsChoice } from './settings.ts';
import type { AttributeChoices, NamedAttributes, SavedAttributes } from './attributes.ts';

/**
 * All choices of the visitor for a file, and nothing that can be computed from them. Columns are indices. The choices for a
 * column stay when another column is chosen, so that coming back to it loses nothing.
 */
export interface Choices
  extends
    ColumnChoices,
    SettingsChoice,
    AmountChoices,
    AttributeChoices,
    PlatformChoices,
    LeadChoices,
    ReadingChoice {}

/** The choices for the columns of one analysis, as kept settings and reopened analyses have them. */
export interface SavedChoices
  extends SavedColumns, SavedAmounts, SavedAttributes, SavedPlatforms, SavedLeads, SavedReading {}

/** The same with columns by name: what exports state, and what is saved besides. */
export interface NamedChoices
  extends
    Pick<AnalysisContext, 'fileName'>,
    NamedColumns,
    NamedAmounts,
    NamedAttributes,
    NamedPlatforms,
    NamedLeads,
    SavedReading {}
