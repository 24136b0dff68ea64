import { compile } from '@mdx-js/mdx';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Plugin } from 'vite';
import { sampleResults } from './sample-results.ts';

/** The plugins for pages of text: their compiler, the tables of the database, and the figures of the sample data. */
export const prose = (): Plugin[] => [texts(), databaseTables(), sampleResults()];

/**
 * Compiles pages of text, which are MDX, to React components. `import * as text from './name.mdx'` gives what
 * `ui/prose.tsx` calls a ProseText. The browser gets the compiled components and no code of MDX.
 */
function texts(): Plugin {
  return {
    name: 'prose',
    enforce: 'pre',
    transform: {
      filter: { id: /\.mdx$/ },
      async handler(value, path) {
        const { code, sections } = await compileProse(value, path);
        return { code: `${code}\nexport const sections = ${JSON.stringify(sections)};\n`, map: null };
      },
    },
  };
}

/** `import { tables } from 'virtual:database-tables'` gives names: the browser gets no code of the query layer. */
function databaseTables(): Plugin {
  const id = 'virtual:database-tables';
  return {
    name: 'database-tables',
    resolveId: { filter: { id: new RegExp(`^${id}$`) }, handler: () => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${id}$`) },
      handler: async () => `export const tables = ${JSON.stringify(await listTables())};`,
    },
  };
}

/** The tables of the database in the order of their names, each with its columns in their order there. */
async function listTables(): Promise<{ name: string; columns: string[] }[]> {
  // Only here: every start of a build or of tests would wait for the query layer.
  const [{ getTableConfig }, schema] = await Promise.all([
    import('drizzle-orm/sqlite-core'),
    import('#worker/db/schema.ts'),
  ]);
  return Object.values<SQLiteTable>(schema)
    .map((table) => getTableConfig(table))
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface Section {
  id: string;
  title: string;
}

/** The program of a text, and its sections. Throws where a heading has no address. */
export async function compileProse(
  value: string,
  path: string,
): Promise<{ code: string; sections: Section[] }> {
  const sections: Section[] = [];
  const divide = () => (tree: object) => void divideIntoSections(tree as Parent, sections); // all documents have children
  const code = String(await compile({ value, path }, { remarkPlugins: [divide] }));
  return { code, sections };
}

/** The parts of a Markdown tree that are read here. */
interface Node {
  type: string;
  depth?: number;
  value?: string;
  name?: string;
  attributes?: unknown[];
  children?: Node[];
}

interface Parent extends Node {
  children: Node[];
}

/** Puts each heading of level 2 and what follows it into a `Section`, and what stands before them into `Lead`. */
function divideIntoSections(tree: Parent, sections: Section[]): void {
  const programs = tree.children.filter(({ type }) => type === 'mdxjsEsm');
  const parts: Parent[] = [];
  for (const node of tree.children) {
    if (node.type === 'mdxjsEsm') continue;
    if (node.type === 'heading' && node.depth === 2) {
      const section = readHeading(node);
      sections.push(section);
      parts.push(makeElement('Section', section));
    } else {
      if (parts.length === 0) parts.push(makeElement('Lead', {}));
      parts.at(-1)?.children.push(node);
    }
  }
  tree.children = [...programs, ...parts];
}

/** Title and address of a heading. The address is a comment at its end, '#use', so that a new title keeps it. */
function readHeading({ children = [] }: Node): Section {
  const textOf = (kind: string) =>
    children.map(({ type, value = '' }) => (type === kind ? value : '')).join('');
  const title = textOf('text').trim();
  const [, id] = /^\/\* #([\w-]+) \*\/$/.exec(textOf('mdxTextExpression')) ?? [];
  if (id === undefined) throw new Error(`The heading '${title}' has no address: end it with {/* #name */}`);
  return { id, title };
}

function makeElement(name: string, properties: Partial<Section>): Parent {
  const attributes = Object.entries(properties).map(([key, value]) => ({
    type: 'mdxJsxAttribute',
    name: key,
    value,
  }));
  return { type: 'mdxJsxFlowElement', name, attributes, children: [] };
}
