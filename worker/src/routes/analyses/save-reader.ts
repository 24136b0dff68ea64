import type { Metric } from '#contract/metrics.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import { invalidInput, invalidJson } from '#worker/errors.ts';
import { JsonEmitter } from '#worker/streams/json-emitter.ts';
import type { JsonEvent, JsonPath } from '#worker/streams/json-frame.ts';
import { InlineDataset } from './inline-dataset.ts';
import { DEFAULT_MEMBERS, REQUIRED_MEMBERS, leafSchemas, type LeafLabel } from './save-shape.ts';
import { TopMetrics } from './top-metrics.ts';
import type { Upload } from './upload.ts';

type Section = keyof typeof DEFAULT_MEMBERS;

const isSection = (key: unknown): key is Section =>
  typeof key === 'string' && Object.hasOwn(DEFAULT_MEMBERS, key);
const isDataset = (path: JsonPath): boolean => path[1] === 'rows' || path[1] === 'headers';

export interface SaveTexts {
  configuration: Upload;
  analysis: Upload;
  dataset: Upload;
}

/**
 * Takes the events of a save's body, checks every leaf by the contract's schemas and passes each on to where it is
 * kept: small figures stay here, the rest streams into its upload.
 */
export class SaveReader {
  readonly #texts: SaveTexts;
  readonly #emitters: Record<Section, JsonEmitter>;
  readonly #dataset: InlineDataset;
  readonly #members = new Map<string, unknown>();
  readonly #top = new TopMetrics();

  constructor(texts: SaveTexts) {
    this.#texts = texts;
    this.#emitters = {
      configurationData: new JsonEmitter((bytes) => texts.configuration.write(bytes)),
      analysisData: new JsonEmitter((bytes) => texts.analysis.write(bytes)),
    };
    this.#dataset = new InlineDataset(texts.dataset);
  }

  async take(event: JsonEvent<LeafLabel>): Promise<void> {
    if (event.type === 'leaf') return await this.#takeLeaf(event);
    const [section] = event.path;
    if (event.type === 'open' && event.path.length <= 2) this.#members.set(event.path.join('.'), null);
    if (!isSection(section) || isDataset(event.path)) return;
    const emitter = this.#emitters[section];
    if (event.path.length > 1) {
      await (event.type === 'open' ? emitter.open(event.path, event.isList) : emitter.close(event.isList));
    } else if (event.type === 'close') await this.#endSection(section, emitter);
  }

  /** Checks that nothing is missing, and ends the texts. */
  async finish(): Promise<FinishedUpload[]> {
    const missing = REQUIRED_MEMBERS.find((member) => !this.#members.has(member));
    if (missing) throw invalidInput(`${missing} is missing`);
    const dataset = await this.#dataset.finish();
    if (dataset && this.datasetFollows) {
      throw invalidInput('The dataset comes inside analysisData or afterwards, not both');
    }
    const texts = [await this.#texts.configuration.finish(), await this.#texts.analysis.finish()];
    return dataset ? [...texts, dataset] : texts;
  }

  get datasetFollows(): boolean {
    return this.#members.get('datasetFollows') === true;
  }

  /** A checked number of the body; only after `finish`. */
  number(member: (typeof REQUIRED_MEMBERS)[number]): number {
    return Number(this.#members.get(member));
  }

  get fileName(): string {
    return String(this.#members.get('fileName'));
  }

  get topMetrics(): Metric[] {
    return this.#top.above(this.number('analysisData.overallRate'));
  }

  async #takeLeaf({ path, label, bytes }: JsonEvent<LeafLabel> & { type: 'leaf' }): Promise<void> {
    if (label === 'headers') return await this.#dataset.headers(bytes);
    if (label === 'row') return await this.#dataset.row(bytes);
    const value = readLeaf(label, path, bytes);
    if (label === 'ignored') return;
    if (label === 'metric') this.#top.add(value as Metric); // its schema has just read it
    if (path.length <= 2) this.#members.set(path.join('.'), value);
    if (isSection(path[0])) await this.#emitters[path[0]].value(path, value);
  }

  async #endSection(section: Section, emitter: JsonEmitter): Promise<void> {
    for (const [member, value] of Object.entries(DEFAULT_MEMBERS[section])) {
      if (!this.#members.has(`${section}.${member}`)) await emitter.value([section, member], value);
    }
    await emitter.finish();
  }
}

function readLeaf(label: keyof typeof leafSchemas, path: JsonPath, bytes: Uint8Array): unknown {
  const result = leafSchemas[label].safeParse(parse(bytes));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidInput(`${[...path, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'Invalid input'}`);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw invalidJson();
  }
}
