import { BrowserRouter } from 'react-router-dom';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

export function App() {
  return (
    <Providers>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
    </Providers>
  );
}

/** The application without what differs between the browser and the build. */
export function Frame() {
  return (
    <Shell>
      <AppRoutes />
    </Shell>
  );
}
