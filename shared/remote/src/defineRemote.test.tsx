// @vitest-environment jsdom
import { lazy, Suspense, use, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import type { RemoteProps } from '@masomo/contracts/lifecycles';
import { provideDb, serializeKey, useQuery } from '@masomo/data';
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

const one = <T,>(value: T | T[]) => (Array.isArray(value) ? value[0] : value);

it('renders a screen whose scripts are loaded without a spinner, and at its next visit synchronously', async () => {
  const Screen = lazy(async () => ({ default: () => <h1>Content</h1> }));
  const waiting = vi.fn(() => <p>Loading</p>);
  const Waiting = () => waiting();
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
  await expect.poll(() => domElement.textContent).toBe('Content');
  expect(waiting).not.toHaveBeenCalled();
  await one(unmount)?.(props);
  void one(mount)?.(props);
  await Promise.resolve();
  await vi.waitFor(() => expect(domElement.textContent).toBe('Content'), { interval: 1 });
  expect(waiting).not.toHaveBeenCalled();
});

it('hydrates from the data of the document also where React starts over', async () => {
  const name = 'mfe-data';
  const key = ['greeting'] as const;
  document.body.innerHTML = `<div data-prerendered="${name}"><p>Jambo</p></div><script type="application/json" data-page-of="${name}">${JSON.stringify({ [serializeKey(key)]: 'Jambo' })}</script>`;
  provideDb(() => new Promise(() => undefined));
  const errors = vi.fn();
  window.addEventListener('masomo:error', errors);
  const code = Promise.withResolvers<void>();
  const rendering = vi.fn();
  const hydrated = vi.fn();
  const { bootstrap, mount } = defineRemote(
    name,
    () => {
      const { data } = useQuery<string>(key, () => new Promise(() => undefined));
      useEffect(hydrated);
      rendering();
      use(code.promise);
      return <p>{data}</p>;
    },
    {},
  );
  const domElement = document.querySelector<HTMLElement>('[data-prerendered]')!;
  const paragraph = document.querySelector('p');
  const props = { name, domElement, version: '1' } as unknown as RemoteProps;
  await one(bootstrap)?.(props);
  void one(mount)?.(props);
  await expect.poll(() => rendering).toHaveBeenCalled();
  code.resolve();
  await expect.poll(() => hydrated).toHaveBeenCalled();
  expect(errors).not.toHaveBeenCalled();
  expect(document.querySelector('p')).toBe(paragraph);
  expect(paragraph?.textContent).toBe('Jambo');
});
