import { fetchColumnAnswers } from './questions.ts';
import { serveThread } from './serve.ts';

serveThread({
  postMessage: (message, transfer) => self.postMessage(message, { transfer }),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});

// A question fetches the code again if this fails.
void fetchColumnAnswers().catch(() => {});
