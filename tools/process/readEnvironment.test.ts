import { describe, expect, it } from 'vitest';
import { readEnvironment } from './readEnvironment.ts';

describe('the environment', () => {
  it('has a default for everything', () => expect(readEnvironment({})).toMatchObject({ PORT: 8080, DATA_DIR: '.data' }));

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a number. It is "abc".'],
    [{ PORT: '70000' }, 'PORT must be at most 65535. It is "70000".'],
    [{ PORT: '' }, 'PORT must be at least 1. It is "".'],
    [{ DATA_DIR: '' }, 'DATA_DIR must name a folder. It is "".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info or debug. It is "loud".'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector:4318. It is "collector:4318".',
    ],
    [
      { OTEL_TRACES_SAMPLER: 'some' },
      'OTEL_TRACES_SAMPLER must be one of always_on, traceidratio, parentbased_always_on, parentbased_traceidratio. It is "some".',
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG must be at most 1. It is "5".'],
    [{ SUPABASE_URL: 'project.supabase.co' }, 'SUPABASE_URL must look like https://project.supabase.co. It is "project.supabase.co".'],
    [{ SUPABASE_URL: 'https://project.supabase.co' }, 'SUPABASE_PUBLISHABLE_KEY must be set together with SUPABASE_URL. It is not set.'],
    [
      {
        SUPABASE_URL: 'https://project.supabase.co',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
        DATABASE_URL: 'postgresql://localhost/masomo',
      },
      'DATABASE_URL cannot be combined with SUPABASE_URL: unset one of them. It is set to something else.',
    ],
  ])('%j is refused in one line', (values, line) => expect(() => readEnvironment(values)).toThrow(line));

  it.each([
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have at least 10 characters.', 'short'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'hidden' }, 'OTEL_EXPORTER_OTLP_HEADERS must look like name=value,other=value.', 'hidden'],
    [
      { DATABASE_URL: 'mysql://root:hidden@db/masomo' },
      'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
      'hidden',
    ],
  ])('an invalid secret of %j is not printed', (values, line, secret) => {
    const read = () => readEnvironment(values);
    expect(read).toThrow(line);
    expect(read).not.toThrow(secret);
  });
});
