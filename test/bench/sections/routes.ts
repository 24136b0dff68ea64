import { exampleSave } from '../../contract/analyses.ts';
import type { Bench } from '../harness/bench.ts';
import type { Figure, Goal } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { Visitor } from './visitor.ts';

/** Saved before the list is looked at. More than 20 in a minute are refused. */
const ANALYSES = 15;
const SETTINGS = { defaultConversionValue: 50, defaultSignificanceThreshold: 5 };

interface Route {
  name: string;
  /** How often it is called; as there are rounds, where nothing is said. */
  calls?: number;
  call(index: number): Promise<Response>;
  statements?: Goal;
  roundTrips?: Goal;
}

/**
 * Each route on the Workers runtime with a local database, warm: time from the request to the whole answer, and what
 * the database was asked before the answer began. The time of a sign-in is that of bcrypt.
 */
export async function measureRoutes(bench: Bench): Promise<Figure[]> {
  const visitor = new Visitor(await bench.runtimeUrl());
  await visitor.signUp();
  const figures: Figure[] = [];
  for (const route of listRoutes(visitor)) figures.push(...(await measureRoute(route, bench.rounds)));
  return figures;
}

function listRoutes(visitor: Visitor): Route[] {
  const ids: string[] = [];
  const get = (path: string) => () => visitor.call('GET', path);
  return [
    { name: 'GET /api/health', call: get('/api/health') },
    { name: 'GET /api/auth/user', call: get('/api/auth/user'), statements: GOALS.userStatements },
    {
      name: 'POST /api/analyses',
      calls: ANALYSES,
      async call() {
        const answer = await visitor.call('POST', '/api/analyses', exampleSave);
        const { id } = (await answer.clone().json()) as { id: string }; // as the contract has it
        ids.push(id);
        return answer;
      },
    },
    {
      name: 'GET /api/analyses',
      call: get('/api/analyses'),
      statements: GOALS.listStatements,
      roundTrips: GOALS.listRoundTrips,
    },
    { name: 'GET /api/analyses/{id}', call: () => visitor.call('GET', `/api/analyses/${ids[0]}`) },
    {
      name: 'DELETE /api/analyses/{id}',
      calls: ANALYSES,
      call: (index) => visitor.call('DELETE', `/api/analyses/${ids[index]}`),
    },
    { name: 'GET /api/preferences', call: get('/api/preferences') },
    { name: 'POST /api/preferences', call: () => visitor.call('POST', '/api/preferences', SETTINGS) },
    { name: 'POST /api/auth/login', call: () => visitor.signIn() },
  ];
}

/** The first call warms up and is not counted. */
async function measureRoute(route: Route, rounds: number): Promise<Figure[]> {
  const { name, calls = rounds + 1, statements, roundTrips } = route;
  const times: number[] = [];
  const asked = { statements: 0, roundTrips: 0 };
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    const answer = await route.call(index);
    await answer.arrayBuffer();
    times.push(performance.now() - start);
    asked.statements = Number(answer.headers.get('X-Statements'));
    asked.roundTrips = Number(answer.headers.get('X-Round-Trips'));
  }
  return [
    { what: name, unit: 'ms', values: times.slice(1) },
    { what: `${name}: D1 statements`, unit: 'count', values: [asked.statements], goal: statements },
    { what: `${name}: D1 round trips`, unit: 'count', values: [asked.roundTrips], goal: roundTrips },
  ];
}
