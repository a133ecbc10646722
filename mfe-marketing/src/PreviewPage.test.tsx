// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { previewReadyMessage, type PreviewMessage } from '@masomo/contracts/pagePreview';
import { previewPath } from '@masomo/contracts/previewPath';
import { renderSite } from './shared/__tests__/renderSite.tsx';

const parent = { postMessage: vi.fn() };
const real = window.parent;
const ready = () => waitFor(() => expect(parent.postMessage).toHaveBeenCalled());
beforeEach(() => Object.defineProperty(window, 'parent', { configurable: true, value: parent }));
afterEach(() => {
  cleanup();
  parent.postMessage.mockClear();
  Object.defineProperty(window, 'parent', { configurable: true, value: real });
});

const draft: PreviewMessage = {
  kind: 'masomo:preview-page',
  slug: 'open-day',
  title: 'Open day',
  description: 'Come and see.',
  blocks: [
    { type: 'heading', text: 'Where to park' },
    { type: 'image', url: 'javascript:alert(1)', alt: 'x' },
  ],
};
const send = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
  act(async () => {
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: from.origin ?? window.location.origin, source: (from.source ?? parent) as Window }),
    );
    await Promise.resolve();
  });

it('renders the draft that its parent window sends, as visitors would see it', async () => {
  await renderSite(previewPath);
  await ready();
  expect(parent.postMessage).toHaveBeenCalledWith(previewReadyMessage, window.location.origin);
  expect(screen.getByText('Loading the page')).toBeInTheDocument();
  await send(draft);
  expect(screen.getByRole('heading', { level: 1, name: 'Open day' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Where to park' })).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: 'x' })).toBeNull();
  await send({ ...draft, title: 'Open week' });
  expect(screen.getByRole('heading', { level: 1, name: 'Open week' })).toBeInTheDocument();
});

it.each([
  ['another site', draft, { origin: 'https://evil.test' }],
  ['another window', draft, { source: {} }],
  ['something else', { ...draft, kind: 'other' }, {}],
])('takes nothing from %s', async (_, data, from) => {
  await renderSite(previewPath);
  await ready();
  await send(data, from);
  expect(screen.getByText('Loading the page')).toBeInTheDocument();
});

it('shows the home page with the draft texts', async () => {
  await renderSite(previewPath);
  await ready();
  await send({ ...draft, slug: 'home', blocks: [{ type: 'hero', title: 'A new term' }] });
  expect(screen.getByRole('heading', { level: 1, name: 'A new term' })).toBeInTheDocument();
});

it('says in a window of its own that there is nothing to preview', async () => {
  Object.defineProperty(window, 'parent', { configurable: true, value: window });
  await renderSite(previewPath);
  expect(await screen.findByText('Nothing to preview')).toBeInTheDocument();
});
