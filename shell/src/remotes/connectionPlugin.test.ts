// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { connectionPlugin } from './connectionPlugin.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type LoadShare = Parameters<NonNullable<typeof connectionPlugin.beforeLoadShare>>[0];
const argsOf = (versions: object) =>
  ({ pkgName: '@masomo/data', origin: { shareScopeMap: { default: { '@masomo/data': versions } } } }) as unknown as LoadShare;

it('loads a shared module once the site answers, not at the first sign of a connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fetched = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(new Response(null));
  vi.stubGlobal('fetch', fetched);
  let isLoading = false;
  const loading = Promise.resolve(connectionPlugin.beforeLoadShare?.(argsOf({}))).then(() => (isLoading = true));
  await Promise.resolve();
  expect(fetched).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  expect(isLoading).toBe(false);
  await loading;
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('asks for nothing with a connection, or where the module is here', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await connectionPlugin.beforeLoadShare?.(argsOf({}));
  online.mockReturnValue(false);
  await connectionPlugin.beforeLoadShare?.(argsOf({ '1.0.0': { lib: () => ({}) } }));
  expect(fetched).not.toHaveBeenCalled();
});

it('loads a shared module again whose files broke off with the connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const loaded = () => ({});
  const get = vi.fn().mockRejectedValueOnce(new Error('Loading chunk 4 failed.')).mockResolvedValue(loaded);
  const shared = { get };
  await connectionPlugin.beforeLoadShare?.(argsOf({ '1.0.0': shared }));
  online.mockReturnValue(false);
  const loading = Promise.resolve(shared.get());
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1));
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await loading).toBe(loaded);
});

it('leaves a module that is there from the start as it is', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const get = () => () => ({});
  const shared = { get, lib: () => ({}) };
  await connectionPlugin.beforeLoadShare?.(argsOf({ '1.0.0': shared }));
  expect(shared.get).toBe(get);
});
