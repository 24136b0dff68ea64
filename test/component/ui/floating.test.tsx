import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANGING_UNDER, UNDER, useFloating } from '#frontend/ui/floating.ts';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

const VIEW = { width: 400, height: 600 };

interface Box {
  top: number;
  bottom: number;
  left: number;
  width: number;
}

/** jsdom lays nothing out: the anchor lies where a test says, and the element takes the room that its styles allow. */
function layOut(anchor: Box, content: { width: number; height: number }) {
  const limited = (limit: string, natural: number) => Math.min(Number.parseFloat(limit) || Infinity, natural);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(VIEW.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW.height);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(content.height);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Number.parseFloat(this.style.width) || content.width;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return limited(this.style.maxHeight, content.height);
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { top, bottom, left, width } = anchor;
    return this.tagName === 'BUTTON'
      ? new DOMRect(left, top, width, bottom - top)
      : new DOMRect(0, 0, VIEW.width, VIEW.height);
  });
}

function Floating({ placing }: { placing?: typeof UNDER }) {
  const anchor = useRef<HTMLButtonElement>(null);
  const ref = useFloating(anchor, true, placing);
  return (
    <>
      <button ref={anchor}>Anchor</button>
      <span ref={ref}>Content</span>
    </>
  );
}

async function place(anchor: Box, content: { width: number; height: number }, placing?: typeof UNDER) {
  layOut(anchor, content);
  const { unmount } = render(<Floating placing={placing} />);
  const element = screen.getByText('Content');
  await waitFor(() => expect(element.style.top).not.toBe(''));
  const { left, top, width, maxHeight } = element.style;
  const bottom = `${Number.parseFloat(top) + element.offsetHeight}px`;
  unmount();
  return { left, top, width, maxHeight, bottom };
}

beforeEach(() => {
  vi.stubGlobal('visualViewport', undefined);
});

describe('the place of a floating text', () => {
  const size = { width: 200, height: 60 };

  it('is under its anchor and centred on it', async () => {
    const found = await place({ top: 100, bottom: 120, left: 180, width: 40 }, size);
    expect(found).toMatchObject({ left: '100px', top: '126px' });
  });

  it('is above where there is no room below', async () => {
    const found = await place({ top: 560, bottom: 580, left: 180, width: 40 }, size);
    expect(found).toMatchObject({ left: '100px', top: '494px' });
  });

  it('stays inside the window at both sides', async () => {
    expect((await place({ top: 0, bottom: 20, left: 0, width: 20 }, size)).left).toBe('8px');
    expect((await place({ top: 0, bottom: 20, left: 390, width: 10 }, size)).left).toBe('192px');
  });
});

describe('the place of an open list', () => {
  it('is under its button, as wide, as high as there is room', async () => {
    const anchor = { top: 100, bottom: 136, left: 20, width: 300 };
    // 600 - 8 - (136 + 6) = 450, of which 416 are used.
    expect(await place(anchor, { width: 0, height: 900 }, UNDER)).toEqual({
      left: '20px',
      top: '142px',
      width: '300px',
      maxHeight: '416px',
      bottom: '558px',
    });
  });

  it('is under it where there is room enough, even if there is more above', async () => {
    // Below 600 - 8 - (305 + 6) = 281, above 296 - 6 - 8 = 282.
    const anchor = { top: 296, bottom: 305, left: 20, width: 300 };
    expect(await place(anchor, { width: 0, height: 900 }, UNDER)).toMatchObject({
      top: '311px',
      maxHeight: '281px',
    });
  });

  it('is above it where the list is too long for the little room below', async () => {
    const anchor = { top: 500, bottom: 536, left: 20, width: 300 };
    // Its lower edge is at 500 - 6; room of 500 - 6 - 8 = 486, of which 416 are used.
    expect(await place(anchor, { width: 0, height: 200 }, UNDER)).toEqual({
      left: '20px',
      top: '294px',
      width: '300px',
      maxHeight: '416px',
      bottom: '494px',
    });
  });

  it('is under it where a short list fits', async () => {
    const anchor = { top: 500, bottom: 536, left: 20, width: 300 };
    expect((await place(anchor, { width: 0, height: 50 }, UNDER)).top).toBe('542px');
  });

  it('is on the same side whatever a search leaves of a list', async () => {
    const anchor = { top: 400, bottom: 436, left: 20, width: 300 };
    for (const height of [900, 44]) {
      // Above: the lower edge is at 400 - 6.
      expect((await place(anchor, { width: 0, height }, CHANGING_UNDER)).bottom).toBe('394px');
    }
  });

  it('is within the window', async () => {
    const anchor = { top: 0, bottom: 36, left: 390, width: 100 };
    // 400 - 224 - 8
    expect(await place(anchor, { width: 0, height: 100 }, UNDER)).toMatchObject({
      left: '168px',
      width: '224px',
    });
  });
});
