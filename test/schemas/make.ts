import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Digest, FieldFacts } from './digest.ts';

// `node test/schemas/make.ts` installs the packages that carry the published definitions into a folder that it deletes, and writes what
// our calls use of them beside this file.

const PACKAGES = {
  'google-ads-node': '25.1.0',
  'google-ads-api': '25.1.0',
  '@google-ads/datamanager': '0.3.0',
};

/** The resources that our queries read. */
const RESOURCES = [
  'customer',
  'customer_client',
  'conversion_value_rule',
  'conversion_value_rule_set',
  'conversion_action',
  'user_list',
  'geo_target_constant',
];

interface Definition {
  nested?: Record<string, Definition>;
  fields?: Record<string, { type: string; rule?: string; options?: Record<string, unknown> }>;
  oneofs?: Record<string, { oneof: string[] }>;
  values?: Record<string, number>;
  methods?: Record<string, { requestType: string; options?: Record<string, string> }>;
}

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The definitions of a package, by the name with all names around it. */
function listDefinitions(root: Definition, scope = ''): Map<string, Definition> {
  const found = new Map<string, Definition>();
  for (const [name, definition] of Object.entries(root.nested ?? {})) {
    const full = scope === '' ? name : `${scope}.${name}`;
    found.set(full, definition);
    for (const [inner, one] of listDefinitions(definition, full)) found.set(inner, one);
  }
  return found;
}

/** A name as protobuf finds it: in the innermost scope that has it. */
function findName(type: string, scope: string, definitions: Map<string, Definition>): string | null {
  const around = scope.split('.');
  for (let length = around.length; length >= 0; length--) {
    const full = [...around.slice(0, length), type].join('.');
    if (definitions.has(full)) return full;
  }
  return null;
}

function readFields(name: string, definitions: Map<string, Definition>): Record<string, FieldFacts> {
  const { fields = {}, oneofs = {} } = definitions.get(name) ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([field, { type, rule, options = {} }]) => {
      const behaviour = JSON.stringify(options['(google.api.field_behavior)'] ?? '');
      // A name with a low line in front is the mark of one optional field.
      const [oneof] = Object.entries(oneofs).find(
        ([group, { oneof: names }]) => !group.startsWith('_') && names.includes(field),
      ) ?? [undefined];
      return [
        camel(field),
        {
          type: findName(type, name, definitions) ?? type,
          ...(rule === 'repeated' && { isRepeated: true as const }),
          ...(behaviour.includes('REQUIRED') && { isRequired: true as const }),
          ...(behaviour.includes('OUTPUT_ONLY') && { isOutputOnly: true as const }),
          ...(behaviour.includes('IMMUTABLE') && { isImmutable: true as const }),
          ...(oneof !== undefined && { oneof }),
        },
      ];
    }),
  );
}

/** The messages and enums that the requests of some calls are made of. `names` are the names of the calls. */
function makeDigest(root: Definition, names: readonly string[]): Omit<Digest, 'source'> {
  const definitions = listDefinitions(root);
  const calls: Record<string, string> = {};
  for (const [service, { methods = {} }] of definitions)
    for (const [name, { requestType, options = {} }] of Object.entries(methods)) {
      const [verb, path] = Object.entries(options).find(([key]) => /\)\.(?:get|post)$/.test(key)) ?? [];
      if (!names.includes(name) || verb === undefined || path === undefined) continue;
      const address = path.replace(/^\/v\d+\//, '').replaceAll('=*}', '}');
      calls[`${verb.endsWith('get') ? 'GET' : 'POST'} ${address}`] =
        findName(requestType, service, definitions) ?? requestType;
    }
  const messages: Record<string, Record<string, FieldFacts>> = {};
  const enums: Record<string, string[]> = {};
  const open = Object.values(calls);
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const { values } = definitions.get(name) ?? {};
    // FieldMask, Timestamp and their like are texts in JSON.
    if (name in messages || name in enums || name.startsWith('google.protobuf.')) continue;
    if (values) enums[name] = Object.keys(values);
    else {
      const fields = readFields(name, definitions);
      messages[name] = fields;
      open.push(...Object.values(fields).flatMap(({ type }) => (definitions.has(type) ? [type] : [])));
    }
  }
  return { calls, messages, enums };
}

const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
const inPackage = (...path: string[]): string => join(folder, 'node_modules', ...path);
const readProtos = (name: string): Definition =>
  JSON.parse(readFileSync(inPackage(name, 'build/protos/protos.json'), 'utf8')) as Definition;
const write = (name: string, digest: Digest): void =>
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(digest, null, 2)}\n`);

try {
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--silent', ...wanted]);
  const declared = readFileSync(inPackage('google-ads-api', 'build/esm/protos/autogen/fields.d.ts'), 'utf8');
  const attributes = /type Attribute = (.+);/.exec(declared)?.[1] ?? '';
  write('google-ads.json', {
    source: wanted.slice(0, 2).join(', '),
    ...makeDigest(readProtos('google-ads-node'), [
      'MutateConversionValueRules',
      'MutateConversionValueRuleSets',
      'SuggestGeoTargetConstants',
      'ListAccessibleCustomers',
      'Search',
    ]),
    selectable: [...attributes.matchAll(/"([^"]+)"/g)]
      .map(([, field = '']) => field)
      .filter((field) => RESOURCES.includes(field.split('.')[0] ?? '')),
  });
  write('data-manager.json', {
    source: wanted.slice(2).join(),
    ...makeDigest(readProtos('@google-ads/datamanager'), ['IngestEvents', 'RetrieveRequestStatus']),
  });
} finally {
  rmSync(folder, { recursive: true });
}
