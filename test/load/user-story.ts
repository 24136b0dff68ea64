import { gzipSync } from 'node:zlib';
import { MAX_UNFINISHED } from '#contract/limits.ts';
import type { Answer, Client } from './client.ts';
import type { Figures } from './figures.ts';

export interface Load {
  signIns: number;
  saves: number;
}

const ROWS = 300;
const CELL_SEEDS = 977;
const SIGN_INS_AT_ONCE = 5;

interface Saved {
  id: string;
  fileName: string;
  rows: string[][];
}

/** Does a work `count` times, a few of them at once. */
async function inTurns(
  { count, atOnce }: { count: number; atOnce: number },
  work: (index: number) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < count; done += atOnce) {
    const some = Math.min(atOnce, count - done);
    await Promise.all(Array.from({ length: some }, (_, index) => work(done + index)));
  }
}

const parse = (answer: Answer): unknown => JSON.parse(answer.text);

/** One user among many: everything of theirs bears their mark, and nothing they are shown bears another's. */
export class UserStory {
  readonly #client: Client;
  readonly #figures: Figures;
  readonly #mark: string;
  readonly #credentials: { email: string; password: string };
  readonly #saved = new Map<string, Saved>();

  constructor(client: Client, figures: Figures, name: string) {
    this.#client = client;
    this.#figures = figures;
    this.#mark = `mark-of-${name}-${crypto.randomUUID()}`;
    this.#credentials = { email: `${this.#mark}@example.com`, password: `correct ${name} horse` };
  }

  get ids(): string[] {
    return [...this.#saved.keys()];
  }

  async signUp(): Promise<void> {
    const answer = await this.#client.call('sign-up', '/api/auth/signup', {
      method: 'POST',
      json: this.#credentials,
    });
    this.#expect(answer, 201, 'sign-up');
  }

  /** Everything at once. */
  async run({ signIns, saves }: Load): Promise<void> {
    const each = <T>(count: number, work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => work(index)));
    await Promise.all([
      this.#signInOften(signIns),
      // Of more that wait for their dataset the oldest gives way.
      inTurns({ count: saves, atOnce: MAX_UNFINISHED }, (index) => this.#saveAndRead(index)),
      each(saves, () => this.#list()),
    ]);
    await each(Math.floor(saves / 2), (index) => this.#remove(this.ids[index] ?? ''));
    await this.#listExactly();
  }

  /** Expects that the analyses of others are not found. */
  async pry(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.flatMap((id) => [
        this.#client
          .call('read of another', `/api/analyses/${id}`)
          .then((answer) => this.#expect(answer, 404, 'read of another')),
        this.#client
          .call('delete of another', `/api/analyses/${id}`, { method: 'DELETE' })
          .then((answer) => this.#expect(answer, 404, 'delete of another')),
      ]),
    );
  }

  async checkAll(): Promise<void> {
    await this.#listExactly();
    await Promise.all([...this.#saved.values()].map((saved) => this.#read(saved)));
  }

  /** More saves than a minute may have, at once: as many as are left pass, the others are told when to come again. */
  async saveTooOften(attempts: number, left: number): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: attempts }, () =>
        this.#client.call('save too often', '/api/analyses', {
          method: 'POST',
          json: this.#body('too-often.csv'),
        }),
      ),
    );
    const passed = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(
      ({ status, retryAfter }) => status === 429 && Number(retryAfter) > 0,
    ).length;
    this.#figures.expect(
      passed === left && passed + refused === attempts,
      `${passed} of ${attempts} saves passed, ${refused} were refused, instead of ${left} and ${attempts - left}`,
    );
  }

  #expect(answer: Answer, status: number, what: string): void {
    this.#figures.expect(
      answer.status === status,
      `${what}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 120)}`,
    );
    const marks = answer.text.match(/mark-of-[\w-]+/g) ?? [];
    this.#figures.expect(
      marks.every((mark) => mark.startsWith(this.#mark)),
      `${what}: shows another user's data`,
    );
  }

  /** A few at a time: sign-ins of one account that are under way count as guesses until they are found right. */
  #signInOften(count: number): Promise<void> {
    return inTurns({ count, atOnce: SIGN_INS_AT_ONCE }, () => this.#signInElsewhere());
  }

  async #signInElsewhere(): Promise<void> {
    const elsewhere = this.#client.again();
    const answer = await elsewhere.call('sign-in', '/api/auth/login', {
      method: 'POST',
      json: this.#credentials,
    });
    this.#expect(answer, 200, 'sign-in');
    const me = await elsewhere.call('who am I', '/api/auth/user');
    this.#expect(me, 200, 'who am I');
    this.#figures.expect(me.text.includes(this.#credentials.email), 'who am I: somebody else');
  }

  #body(fileName: string) {
    const metric = {
      fieldName: 'Source',
      fieldValue: this.#mark,
      totalLeads: 10,
      qualifiedLeads: 5,
      conversionRate: 50,
    };
    return {
      fileName,
      conversionValue: 100,
      significanceThreshold: 10,
      datasetFollows: true,
      configurationData: {
        statusColumn: 'Status',
        attributeColumns: ['Source'],
        qualifiedValues: [this.#mark],
      },
      analysisData: { metrics: [metric], overallRate: 50, totalLeads: 10, totalQualified: 5 },
    };
  }

  async #saveAndRead(index: number): Promise<void> {
    const fileName = `${this.#mark}-${index}.csv`;
    const rows = Array.from({ length: ROWS }, (_, row) => [
      `${this.#mark} ${row}`,
      String((row * CELL_SEEDS) % (index + 7)),
    ]);
    const answer = await this.#client.call('save', '/api/analyses', {
      method: 'POST',
      json: this.#body(fileName),
      headers: { 'Idempotency-Key': fileName },
    });
    this.#expect(answer, 201, 'save');
    const { id = '' } = parse(answer) as { id?: string };
    const lines = [['Source', 'Status'], ...rows].map((row) => JSON.stringify(row)).join('\n');
    const put = await this.#client.call('dataset', `/api/analyses/${id}/dataset`, {
      method: 'PUT',
      body: new Uint8Array(gzipSync(lines)),
      headers: { 'Content-Type': 'application/gzip' },
    });
    this.#expect(put, 200, 'dataset');
    const saved = { id, fileName, rows };
    this.#saved.set(id, saved);
    await this.#read(saved);
  }

  async #read({ id, fileName, rows }: Saved): Promise<void> {
    const answer = await this.#client.call('read', `/api/analyses/${id}`);
    this.#expect(answer, 200, 'read');
    const record = parse(answer) as { fileName?: string; analysisData?: { rows?: unknown } };
    const isSame =
      record.fileName === fileName && JSON.stringify(record.analysisData?.rows) === JSON.stringify(rows);
    this.#figures.expect(isSame, `read: ${id} is not what was saved`);
  }

  async #list(): Promise<void> {
    this.#expect(await this.#client.call('list', '/api/analyses'), 200, 'list');
  }

  async #listExactly(): Promise<void> {
    const answer = await this.#client.call('list', '/api/analyses');
    this.#expect(answer, 200, 'list');
    const listed = (parse(answer) as { id: string }[]).map(({ id }) => id);
    this.#figures.expect(
      listed.toSorted().join() === this.ids.toSorted().join(),
      'list: not exactly what is kept',
    );
  }

  async #remove(id: string): Promise<void> {
    this.#saved.delete(id);
    const twice = await Promise.all(
      [1, 2].map(() => this.#client.call('delete', `/api/analyses/${id}`, { method: 'DELETE' })),
    );
    const statuses = twice.map(({ status }) => status).toSorted();
    this.#figures.expect(statuses.join() === '200,404', `delete twice: ${statuses.join()}`);
  }
}
