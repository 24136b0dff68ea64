import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { PrivacyPage } from '#frontend/pages/privacy.tsx';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

it('says how long this browser keeps work', () => {
  render(
    <MemoryRouter>
      <PrivacyPage />
    </MemoryRouter>,
  );
  const text = document.body.textContent?.replaceAll(/\s+/g, ' ');
  expect(text).toContain('the tab remembers that for 15 minutes and saves');
  expect(text).toContain('removes the draft of a closed tab after 7 days, as soon as');
  expect(text).toContain('until the site finds them 90 days old.');
});
