import { beforeEach, expect, it, vi } from 'vitest';
import { findScreen, type Screen } from '@masomo/contracts/findScreen';
import { nextVersion } from '../remotes/fallbackVersions.ts';
import { loadLifecycles } from '../remotes/loadLifecycles.ts';
import { ShellError } from '../remotes/shellErrors.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { warmUpScreen } from './warmUpScreen.ts';
import { runScreenScripts } from './runScreenScripts.ts';

vi.mock('../remotes/loadLifecycles.ts', () => ({ loadLifecycles: vi.fn(async () => undefined) }));
vi.mock('./runScreenScripts.ts', () => ({ runScreenScripts: vi.fn(async () => undefined) }));
beforeEach(() => {
  vi.clearAllMocks();
});

function screenOf(path: string): Screen {
  const screen = findScreen(productRegistry(1), path);
  return screen ?? expect.fail(`There is no screen at ${path}.`);
}

it('runs the entry and the scripts of a screen of the signed-in area', async () => {
  const screen = screenOf('/dashboard/cms');
  await warmUpScreen(screen, '/dashboard/cms');
  expect(loadLifecycles).toHaveBeenCalledExactlyOnceWith('mfe-cms', screen.remote, 0);
  expect(runScreenScripts).toHaveBeenCalledExactlyOnceWith(screen.remote, '/dashboard/cms');
  // A further screen of the same remote is only prefetched.
  await warmUpScreen(screenOf('/dashboard/cms/pages'), '/dashboard/cms/pages');
  expect(runScreenScripts).toHaveBeenCalledOnce();
});

it('does not run public pages, nor releases that failed on this page', async () => {
  await warmUpScreen(screenOf('/store'), '/store');
  const failed = screenOf('/dashboard/store');
  nextVersion(
    'mfe-store-manager',
    failed.remote,
    { release: failed.remote, attempt: 0 },
    new ShellError('importFailed', 'mfe-store-manager'),
    1,
  );
  await warmUpScreen(failed, '/dashboard/store');
  expect(loadLifecycles).not.toHaveBeenCalled();
  expect(runScreenScripts).not.toHaveBeenCalled();
});
