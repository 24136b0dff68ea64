import { SequenceDiagram } from './sequence-diagram.tsx';

const [BROWSER, WORKER, GOOGLE] = [0, 1, 2] as const;

export function GoogleDiagram() {
  return (
    <SequenceDiagram
      title="The browser asks the Worker, which sends it to Google with a state, a nonce and a PKCE challenge. Google sends it back with a code. The Worker exchanges code and verifier for an ID token and sets the session cookie."
      caption="Signing in with Google"
      lanes={['Browser', 'Worker', 'Google']}
      messages={[
        { from: BROWSER, to: WORKER, text: 'Continue' },
        { from: WORKER, to: BROWSER, text: 'state, PKCE', isAnswer: true },
        { from: BROWSER, to: GOOGLE, text: 'profile and e-mail?' },
        { from: GOOGLE, to: BROWSER, text: 'code and state', isAnswer: true },
        { from: BROWSER, to: WORKER, text: 'code, state' },
        { from: WORKER, to: GOOGLE, text: 'code, verifier' },
        { from: GOOGLE, to: WORKER, text: 'ID token', isAnswer: true },
        { from: WORKER, to: BROWSER, text: 'session cookie', isAnswer: true },
      ]}
    />
  );
}
