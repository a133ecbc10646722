import { describe, expect, it } from 'vitest';
import { readEnvironment } from './readEnvironment.ts';

describe('the environment', () => {
  it('has a default for everything', () => expect(readEnvironment({})).toMatchObject({ PORT: 8080, DATA_DIR: '.data' }));

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a number. It is "abc".'],
    [{ PORT: '70000' }, 'PORT must be at most 65535. It is "70000".'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have at least 10 characters. It is "short".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info or debug. It is "loud".'],
  ])('%j is refused in one line', (values, line) => expect(() => readEnvironment(values)).toThrow(line));
});
