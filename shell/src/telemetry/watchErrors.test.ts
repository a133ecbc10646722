// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { recordFailure } from './releaseReports.ts';
import { watchErrors } from './watchErrors.ts';

vi.mock('./releaseReports.ts', () => ({ recordFailure: vi.fn() }));
watchErrors();
beforeEach(() => vi.mocked(recordFailure).mockClear());

const from = (stack: string) => Object.assign(new Error('boom'), { stack });
const reported = () =>
  vi
    .mocked(recordFailure)
    .mock.calls.map(([app, version, { number, cause }]) => [app, version, number, cause instanceof Error ? cause.message : cause]);

it('reports an uncaught error to the version whose file threw it first', () => {
  const error = from(
    'Error: boom\n at save (https://masomo.test/releases/mfe-cms/0.1.0-aa/js/4.js:1:9)\n at https://masomo.test/releases/shell/0.1.0-bb/js/main.js:2:1',
  );
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'boom' }));
  expect(reported()).toEqual([['mfe-cms', '0.1.0-aa', 'SHELL-018', 'boom']]);
});

it.each(['mfe-store', 'addon-quick-fees', 'module-library'])('reports an unhandled rejection of %s', (app) => {
  const event = Object.assign(new Event('unhandledrejection'), {
    reason: from(`at https://masomo.test/releases/${app}/0.1.0-cc/js/1.js:1:9`),
  });
  window.dispatchEvent(event);
  expect(reported()).toEqual([[app, '0.1.0-cc', 'SHELL-018', 'boom']]);
});

it.each([
  new ErrorEvent('error', { error: from('at chrome-extension://abc/content.js:1:1'), message: 'boom' }),
  new ErrorEvent('error', { message: 'Script error.', filename: 'https://elsewhere.test/widget.js' }),
  Object.assign(new Event('unhandledrejection'), { reason: 'a word' }),
])('ignores scripts of others', (event) => {
  window.dispatchEvent(event);
  expect(reported()).toEqual([]);
});
