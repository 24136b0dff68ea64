import { OWN_END } from '../rpc.ts';
import { fetchColumnAnswers } from './questions.ts';
import { serveThread } from './serve.ts';

serveThread(OWN_END);

// A question fetches the code again if this fails.
void fetchColumnAnswers().catch(() => {});
