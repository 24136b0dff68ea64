import { serveSends } from './serve-sends.ts';

serveSends({
  postMessage: (message, transfer) => self.postMessage(message, { transfer }),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});
