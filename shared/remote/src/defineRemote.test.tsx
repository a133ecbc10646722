// @vitest-environment jsdom
import { lazy, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import type { RemoteProps } from '@masomo/contracts/lifecycles';
import { provideNavigation, type NavigationSource } from '@masomo/navigation';
import { defineRemote } from './defineRemote.tsx';

const location = { pathname: '/', search: '', hash: '', state: null, key: 'start' };
const navigator = {
  createHref: () => '',
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
} as unknown as NavigationSource['navigator'];
provideNavigation({ get: () => location, subscribe: () => () => undefined, navigator });

it('renders a screen whose scripts are loaded without a spinner, and at its next visit synchronously', async () => {
  const Screen = lazy(async () => ({ default: () => <h1>Content</h1> }));
  const waiting = vi.fn(() => <p>Loading</p>);
  const Waiting = () => waiting();
  const one = <T,>(value: T | T[]) => (Array.isArray(value) ? value[0] : value);
  const { bootstrap, mount, unmount } = defineRemote(
    'mfe-test',
    () => (
      <Suspense fallback={<Waiting />}>
        <Screen />
      </Suspense>
    ),
    {},
  );
  const domElement = document.body.appendChild(document.createElement('div'));
  const props = { name: 'mfe-test', domElement, version: '1' } as unknown as RemoteProps;
  await one(bootstrap)?.(props);
  await one(mount)?.(props);
  await vi.waitFor(() => expect(domElement.textContent).toBe('Content'));
  expect(waiting).not.toHaveBeenCalled();
  await one(unmount)?.(props);
  void one(mount)?.(props);
  await Promise.resolve();
  await vi.waitFor(() => expect(domElement.textContent).toBe('Content'), { interval: 1 });
  expect(waiting).not.toHaveBeenCalled();
});
