import { serveSheets } from './serve-sheets.ts';

serveSheets({
  postMessage: (message, transfer) => self.postMessage(message, { transfer }),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});
