import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import DATA_MANAGER from '#test/schemas/data-manager.json' with { type: 'json' };
import type { Digest, FieldFacts } from '#test/schemas/digest.ts';
import GOOGLE_ADS from '#test/schemas/google-ads.json' with { type: 'json' };
import { META, META_LIMITS, META_VALUES } from '#test/schemas/meta.ts';
import { MICROSOFT } from '#test/schemas/microsoft.ts';

// Digests of the same schemas that somebody else has made, where they lie beside the project.
const folder = new URL('../../../../shared/schemas/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

interface OtherFacts {
  type: string;
  repeated?: true;
  required?: true;
  outputOnly?: true;
  immutable?: true;
  oneof?: string;
}
interface OtherDigest {
  messages: Record<string, Record<string, OtherFacts>>;
  enums: Record<string, string[]>;
  selectableFields?: string[];
}

const sameFacts = ({ type, isRepeated, isRequired, isOutputOnly, isImmutable, oneof }: FieldFacts) => ({
  type,
  ...(isRepeated && { repeated: true }),
  ...(isRequired && { required: true }),
  ...(isOutputOnly && { outputOnly: true }),
  ...(isImmutable && { immutable: true }),
  ...(oneof !== undefined && { oneof }),
});

/** Fields of ours of which the other digest says something else, or nothing. */
const compare = (own: Digest, other: OtherDigest): string[] =>
  Object.entries(own.messages).flatMap(([message, fields]) =>
    Object.entries(fields).flatMap(([field, facts]) => {
      const others = other.messages[message];
      if (!others) return [];
      const { deprecated, ...known } = (others[field] ?? {}) as OtherFacts & { deprecated?: true };
      void deprecated;
      return JSON.stringify(Object.entries(sameFacts(facts)).sort()) ===
        JSON.stringify(Object.entries(known).sort())
        ? []
        : [`${message}.${field}`];
    }),
  );

describe.skipIf(!existsSync(folder))(
  'digests that were made independently',
  { meta: { needs: 'those digests beside the project' } },
  () => {
    test('say the same of Google Ads', () => {
      const other = read('google-ads.json') as OtherDigest;
      const own = GOOGLE_ADS as unknown as Digest;
      expect(compare(own, other)).toEqual([]);
      for (const [name, values] of Object.entries(other.enums)) expect(own.enums[name]).toEqual(values);
      expect([...(own.selectable ?? [])].sort()).toEqual([...(other.selectableFields ?? [])].sort());
    });

    test('say the same of Data Manager, whose package is older than they are', () => {
      const other = read('data-manager.json') as OtherDigest;
      const own = DATA_MANAGER as unknown as Digest;
      // They require the type of an account, which we always name.
      expect(compare(own, other)).toEqual(['google.ads.datamanager.v1.ProductAccount.accountType']);
      for (const [name, values] of Object.entries(own.enums))
        expect(other.enums[name]).toEqual(expect.arrayContaining([...values]));
    });

    test('say the same of Microsoft', () => {
      const other = read('microsoft-advertising.json') as {
        calls: Record<string, string>;
        messages: Record<string, Record<string, string>>;
        enums: Record<string, string[]>;
      };
      expect(MICROSOFT.calls).toEqual(other.calls);
      expect(MICROSOFT.enums).toEqual(other.enums);
      const words: Record<string, string> = {
        StrictStr: 'string',
        StrictInt: 'int32',
        StrictBool: 'bool',
        StrictFloat: 'double',
      };
      for (const [message, fields] of Object.entries(MICROSOFT.messages)) {
        const own = Object.entries(fields).map(([name, { type, isRepeated }]) => [
          name,
          type,
          Boolean(isRepeated),
        ]);
        const others = Object.entries(other.messages[message] ?? {}).map(([name, python]) => {
          const type = /(\w+)\]*$/.exec(python)?.[1] ?? '';
          return [name, words[type] ?? type, python.includes('List[')];
        });
        expect(own, message).toEqual(others);
      }
    });

    test('say the same of Meta', () => {
      const other = read('meta.json') as {
        rule: string[];
        criteria: string[];
        productTypes: string[];
        limits: Record<string, unknown>;
        criteriaTypes: Record<string, string[]>;
      };
      expect(Object.keys(META.messages['Rule'] ?? {}).sort()).toEqual([...other.rule].sort());
      expect(Object.keys(META.messages['Criterion'] ?? {}).sort()).toEqual([...other.criteria].sort());
      expect(META.enums['ProductType']).toEqual(other.productTypes);
      expect([...(META.enums['CriterionType'] ?? [])].sort()).toEqual(
        Object.keys(other.criteriaTypes).sort(),
      );
      for (const [type, values] of Object.entries(META_VALUES))
        expect(values).toEqual(other.criteriaTypes[type]);
      expect(META.enums['ValueType']?.slice(1)).toEqual(other.criteriaTypes['LOCATION']);
      expect(other.limits).toMatchObject({
        rulesPerSet: META_LIMITS.rules,
        criteriasPerRule: META_LIMITS.criteria,
        increase: META_LIMITS.INCREASE,
        decrease: META_LIMITS.DECREASE,
      });
    });
  },
);
