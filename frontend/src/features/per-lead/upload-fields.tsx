import { useMemo, useState, type ReactNode } from 'react';
import type { OpenFact } from '#frontend/analysis/uploads/check-lead.ts';
import type { LeadConsent } from '#frontend/analysis/uploads/upload-format.ts';
import { DATE_FORMATS, type DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import { COUNTRIES } from '#frontend/analysis/uploads/countries.ts';
import { UPLOAD_FIELDS, type UploadField } from '#frontend/analysis/uploads/upload-fields.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import type { ColumnSummary } from '#frontend/counting/file-facts.ts';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { Dropdown, type DropdownProps } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { DATE_FORMAT_WORDS, nameProblem, typedConversion, type ZoneOfTimes } from './upload-form.ts';
import { ORDER_ID_PREFIX } from '#frontend/analysis/uploads/order-ids.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { DEVICE_ZONE, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';

/** The value of the option for no choice. */
const NONE = 'none';

interface OptionalChoiceProps<Value extends string> extends Omit<DropdownProps<Value>, 'onChange'> {
  /** The label of the option for no choice. */
  none: string;
  onChange(value: Value | null): void;
}

/** A dropdown with an option for no choice. */
function OptionalChoice<Value extends string>(props: OptionalChoiceProps<Value>) {
  const { none, options, value, onChange, ...rest } = props;
  const all = useMemo(
    (): DropdownOption<Value | typeof NONE>[] => [{ value: NONE, label: none, isNone: true }, ...options],
    [none, options],
  );
  return (
    <Dropdown
      {...rest}
      options={all}
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
    />
  );
}

interface ChoiceProps {
  form: UploadForm;
  onChange(changes: Partial<UploadForm>): void;
}

interface UploadFieldsProps extends ChoiceProps {
  columns: readonly ColumnSummary[];
  /** The column of each field, chosen or guessed. */
  chosen: FieldColumns;
}

interface MappingFieldsProps extends UploadFieldsProps {
  fields: readonly UploadField[];
  /** Puts fields without a column under 'More fields'. */
  isShort?: boolean;
  /** More fields about the file, after the columns. */
  children?: ReactNode;
}

/** The dropdowns of the columns that a platform needs. Columns are guessed until the visitor chooses. */
export function MappingFields(props: MappingFieldsProps) {
  const { fields, isShort = false, form, onChange, columns, chosen, children } = props;
  const options = useMemo(() => columnOptions(columns), [columns]);
  const [isOpen, setOpen] = useState(false);
  const inView = fields.filter((field) => !isShort || isInView(field, { form, chosen }));
  const others = fields.filter((field) => !inView.includes(field));
  const draw = (field: UploadField) => (
    <OptionalChoice
      key={field}
      label={UPLOAD_FIELDS[field].label}
      none="None"
      options={options}
      value={chosen[field] === null ? null : String(chosen[field])}
      onChange={(value) =>
        onChange({ columns: { ...form.columns, [field]: value === null ? null : Number(value) } })
      }
      hint={chosen[field] === null ? undefined : UPLOAD_FIELDS[field].hint}
    />
  );
  const hasGuesses = fields.some((field) => chosen[field] !== null && form.columns[field] === undefined);
  return (
    <Group
      title="Columns of your file"
      hint={hasGuesses ? 'Guessed by their headers. Please check them.' : undefined}
    >
      {inView.map(draw)}
      {children}
      {others.length > 0 && (
        <details
          className="group col-span-full"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="w-fit cursor-pointer text-13 font-medium text-muted">
            More fields ({others.length})
          </summary>
          {isOpen && (
            <div className="mt-3 grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
              {others.map(draw)}
            </div>
          )}
        </details>
      )}
    </Group>
  );
}

/** A field whose guess the visitor has taken away stays in view, and so does one that has to be chosen. */
function isInView(
  field: UploadField,
  { form, chosen }: Pick<MappingFieldsProps, 'form' | 'chosen'>,
): boolean {
  if (chosen[field] !== null || form.columns[field] !== undefined) return true;
  const { identifiers } = UPLOAD_FORMATS[form.kind];
  return (
    field === 'time' || (identifiers.includes(field) && identifiers.every((other) => chosen[other] === null))
  );
}

function columnOptions(columns: readonly ColumnSummary[]): DropdownOption[] {
  const headers = columns.map(({ header }) => header);
  return columns.map(({ index, header, samples }) => ({
    value: String(index),
    label: header,
    among: headers,
    detail: samples.length > 0 ? `Sample: ${samples.join(' · ')}` : 'No values',
  }));
}

interface ConversionFieldsProps extends UploadFieldsProps, TimeFieldsProps {
  currency: string;
  /** False where each stage has a name of its own. */
  asksName: boolean;
  /** The facts that the file does not settle. */
  leftOpen: readonly OpenFact[];
}

/** The fields for facts that the file lacks: the name of the conversion, the time zone, the country of phone numbers. */
export function ConversionFields(props: ConversionFieldsProps) {
  const { form, onChange, chosen, currency, asksName, leftOpen, ...times } = props;
  const { fields, conversion } = UPLOAD_FORMATS[form.kind];
  const { label, first, hint } = conversion;
  const problem = nameProblem(form);
  return (
    <Group title="Conversion">
      {asksName && (
        <TextField
          label={label}
          required
          value={typedConversion(form)}
          onChange={({ target }) => onChange({ conversions: { ...form.conversions, [label]: target.value } })}
          hint={problem ?? hint}
          // An untouched field shows no error.
          error={first === '' ? null : problem}
        />
      )}
      <CurrencyOfResults code={currency} />
      <TimeFields form={form} onChange={onChange} {...times} isZoneOpen={leftOpen.includes('zone')} />
      {fields.includes('phone') && chosen.phone !== null && leftOpen.includes('phoneCountry') && (
        <PhoneCountry form={form} onChange={onChange} chosen={chosen} />
      )}
      {fields.includes('adUserData') && leftOpen.includes('consent') && (
        <OptionalChoice
          label={`Consent, ${CONSENT_FIELDS.every((field) => chosen[field] === null) ? 'all leads' : 'where its columns are empty'}`}
          none="Not stated"
          options={CONSENTS}
          value={form.adUserData}
          onChange={(consent) => onChange({ adUserData: consent, adPersonalization: consent })}
          hint="For Ad User Data and Ad Personalization. Choose Granted only if these people agreed to both."
        />
      )}
    </Group>
  );
}

/** Asks for the country of phone numbers that can be read only with it. */
export function PhoneCountry({ form, onChange, chosen }: ChoiceProps & Pick<UploadFieldsProps, 'chosen'>) {
  const countries = useMemo(() => listCountries(), []);
  return (
    <OptionalChoice
      label={`Country of the phone numbers${chosen.country === null ? '' : ', where the column is empty'}`}
      none="Not chosen"
      options={countries}
      value={form.phoneCountry}
      onChange={(phoneCountry) => onChange({ phoneCountry })}
      hint="For numbers without a calling code."
    />
  );
}

interface TimeFieldsProps extends ChoiceProps {
  zone: ZoneOfTimes;
  /** False where no time of the file depends on the zone. */
  isZoneOpen?: boolean;
  /** The ways in which the dates of the file can be read. */
  dateFormats: readonly DateFormat[];
}

/** The fields for what the times of the file do not say: their zone, and of two ways of writing dates the right one. */
export function TimeFields({ form, onChange, dateFormats, zone, isZoneOpen = true }: TimeFieldsProps) {
  const zones = useMemo(() => listZones(), []);
  return (
    <>
      {isZoneOpen && zone.source !== 'header' && (
        <OptionalChoice
          label="Time zone of the times"
          none="Not chosen"
          options={zones}
          value={zone.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
          hint={`${zone.source === 'device' ? 'Guessed from this device. Please check: for' : 'For'} times that name no zone themselves.`}
        />
      )}
      {(dateFormats.length > 1 || form.dateFormat !== null) && (
        <Dropdown
          label="Dates are written"
          options={DATE_FORMATS.map((value) => ({ value, label: DATE_FORMAT_WORDS[value] }))}
          value={form.dateFormat ?? dateFormats[0] ?? null}
          onChange={(dateFormat) => onChange({ dateFormat })}
          hint="Both ways fit your dates."
        />
      )}
    </>
  );
}

/** The currency, which is that of the results. Another currency here would only rename the same numbers. */
function CurrencyOfResults({ code }: { code: string }) {
  const { source, isFixed } = useResults().currencyNote;
  return (
    <dl className="min-w-0">
      <dt className="text-13 font-medium">Currency</dt>
      <dd className="mt-1.5 flex min-h-control items-center text-14">{code}</dd>
      <dd className="mt-1.5 text-12 wrap-anywhere text-muted">
        {source ?? 'That of the results'}. Change it {isFixed ? 'in step 2' : 'under Analysis Controls'}.
      </dd>
    </dl>
  );
}

/** The fields that the one answer about consent is for. Without an answer they state nothing. */
const CONSENT_FIELDS = ['adUserData', 'adPersonalization'] as const satisfies readonly UploadField[];
const CONSENTS = (['Granted', 'Denied'] satisfies LeadConsent[]).map((value) => ({ value, label: value }));

/** The zone of this device first, then UTC, then all others by name. */
function listZones(): DropdownOption[] {
  const own = DEVICE_ZONE;
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== own && zone !== 'UTC');
  return [
    ...(own === 'UTC' ? [] : [{ value: own, label: own, detail: 'The zone of this device' }]),
    { value: 'UTC', label: 'UTC' },
    ...all.map((zone) => ({ value: zone, label: zone })),
  ];
}

function listCountries(): DropdownOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
  return countries.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-13 font-semibold">{title}</legend>
      {hint && <p className="mt-1 text-13 text-muted">{hint}</p>}
      <div className="mt-3 grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </fieldset>
  );
}

interface OrderIdChoiceProps extends Pick<UploadForm, 'keepsOrderIds'> {
  /** Leads whose order id is a bare number or one character. */
  leads: number;
  onChange(changes: Pick<UploadForm, 'keepsOrderIds'>): void;
}

/** Asks whether order ids that Google refuses get a prefix, or stay as earlier uploads had them. Nothing where there are none. */
export function OrderIdChoice({ leads, keepsOrderIds, onChange }: OrderIdChoiceProps) {
  if (leads === 0) return null;
  const ids = `${countNoun(leads, 'order ID')} ${leads === 1 ? 'is a bare number' : 'are bare numbers'} or one character`;
  return (
    <div className="flex flex-col gap-1.5">
      <SegmentedControl
        label="Order IDs"
        isLabelHidden={false}
        options={[
          { value: 'prefixed', label: 'With the prefix' },
          { value: 'kept', label: 'As before' },
        ]}
        value={keepsOrderIds ? 'kept' : 'prefixed'}
        onChange={(value) => onChange({ keepsOrderIds: value === 'kept' })}
      />
      <p className="max-w-prose text-13 text-muted">
        {keepsOrderIds
          ? `${ids}, as in your earlier uploads. Google refuses such IDs in a send: upload the file.`
          : `${ids}, which Google refuses in a send. They get “${ORDER_ID_PREFIX}” in front, such as ${ORDER_ID_PREFIX}48213. If you uploaded these leads before without it, choose ‘As before’: otherwise they may count twice.`}
      </p>
    </div>
  );
}
