import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { LeadConsent } from '#frontend/analysis/uploads/upload-format.ts';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import type { UploadFormatId } from '#frontend/analysis/platforms/upload-formats.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';

/** The visitor's choices for uploads, for all platforms. */
export interface UploadForm {
  kind: UploadFormatId;
  /** Columns that differ from the guess. */
  columns: Partial<FieldColumns>;
  /** Null for the format that is found in the file. */
  dateFormat: DateFormat | null;
  /** Absent until the visitor chooses. Null if they chose none. */
  timeZone?: string | null;
  /** Leaves out leads whose date has no time of day. */
  dropsDays: boolean;
  /** Leaves order ids without a prefix, as uploads had them before there was one. */
  keepsOrderIds: boolean;
  /** Whether each stage is a conversion, and not each lead. Absent until the visitor chooses: as the kept names of stages say. */
  isPerStage?: boolean;
  /** The name of the conversion in the account, as typed, by the label of its question; of a stage by that and its name. */
  conversions: Readonly<Record<string, string>>;
  phoneCountry: string | null;
  adUserData: LeadConsent;
  adPersonalization: LeadConsent;
}

/** The guess of the zone of times that name none: most people work in the zone of their account. */
export const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The form stays while another tab is shown. */
export const UPLOAD_FORM: TabChoice<UploadForm> = {
  first: {
    kind: 'google-data-manager',
    columns: {},
    dateFormat: null,
    dropsDays: false,
    keepsOrderIds: false,
    conversions: {},
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  },
};
