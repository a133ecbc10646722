// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { containerName, type RegistryRemote } from '@masomo/contracts/registry';
import { entryEvent } from '@masomo/contracts/remoteEntry';
import { productRegistry } from '../testing/productRegistry.ts';
import { runScreenScripts, watchEntries } from './runScreenScripts.ts';

watchEntries();

let count = 0;
/** Each test has a release of its own, since entries are remembered for the life of the page. */
function release(): RegistryRemote {
  count += 1;
  const remote = productRegistry(count).remotes['mfe-cms'];
  if (!remote) throw new Error('no remote');
  return {
    ...remote,
    version: `${count}.0.0-run`,
    screens: { '/dashboard/cms': ['js/home.js'], '/dashboard/cms/pages': ['js/list.js', 'js/table.js'] },
  };
}
const announce = ({ version }: RegistryRemote, run: (files: readonly string[]) => Promise<unknown>) =>
  window.dispatchEvent(new CustomEvent(entryEvent, { detail: { container: containerName('mfe-cms', version), run } }));

it("runs a screen's files once the entry of that release is there, and waits until they are loaded", async () => {
  const remote = release();
  const done = vi.fn();
  const waiting = runScreenScripts(remote, '/dashboard/cms/pages').then(done);
  announce({ ...remote, version: 'another' }, () => expect.fail('the entry of another release'));
  let arrive: (() => void) | undefined;
  const run = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
  );
  announce(remote, run);
  await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith(['js/list.js', 'js/table.js']);
  expect(done).not.toHaveBeenCalled();
  arrive?.();
  await waiting;
});

it('resumes every caller that waits for the same entry', async () => {
  const remote = release();
  const both = [runScreenScripts(remote, '/dashboard/cms'), runScreenScripts(remote, '/dashboard/cms/pages')];
  const run = vi.fn(async () => undefined);
  announce(remote, run);
  await Promise.all(both);
  expect(run.mock.calls).toEqual([[['js/home.js']], [['js/list.js', 'js/table.js']]]);
});

it('runs a further screen at once when the entry is there', async () => {
  const remote = release();
  const run = vi.fn(async () => undefined);
  announce(remote, run);
  await runScreenScripts(remote, '/dashboard/cms');
  expect(run).toHaveBeenCalledExactlyOnceWith(['js/home.js']);
});

it('waits for nothing where a screen has no files of its own', async () => {
  await runScreenScripts(release(), '/dashboard/cms/users');
});
