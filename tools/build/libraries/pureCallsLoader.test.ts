import { expect, test } from 'vitest';
import pureCallsLoader from './pureCallsLoader.ts';

test('marks top-level wrappers and leaves everything else as it is', () => {
  const source = [
    'var Form = React10.forwardRef(',
    '  (props, ref) => props.displayName = "kept"',
    ');',
    'Form.displayName = "Form";',
    '    let FetcherForm2 = React10.forwardRef(',
    'var node = React.createElement("a");',
  ].join('\n');
  expect(pureCallsLoader(source)).toBe(
    [
      'var Form = /* @__PURE__ */ React10.forwardRef(',
      '  (props, ref) => props.displayName = "kept"',
      ');',
      '',
      '    let FetcherForm2 = React10.forwardRef(',
      'var node = React.createElement("a");',
    ].join('\n'),
  );
});
