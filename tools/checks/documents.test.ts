import { describe, expect, it } from 'vitest';
import { describeSettings, environmentNames } from '../process/readEnvironment.ts';
import { findInDocuments, findTooLong, withSettings } from './documents.ts';

describe('documents', () => {
  it('are no longer than they may be, and list the settings of the program', () => expect(findInDocuments()).toEqual([]));

  it('are found when a line or the README is too long', () => {
    expect(findTooLong('docs/a.md', `short\n${'x'.repeat(161)}\n`)).toEqual(['docs/a.md:2: 161 characters, at most 160']);
    expect(findTooLong('README.md', 'line\n'.repeat(151))).toEqual(['README.md: 151 lines, at most 150']);
    expect(findTooLong('docs/a.md', 'line\n'.repeat(151))).toEqual([]);
  });
});

describe('the list of settings', () => {
  it('says of every variable what it means', () => {
    expect(describeSettings().map(({ name }) => name)).toEqual(environmentNames);
    expect(describeSettings().filter(({ meaning }) => meaning === '')).toEqual([]);
  });

  it('replaces what was between the marks, and keeps what is around', () => {
    const settings = [{ name: 'PORT', default: '8080', meaning: 'port of `npm start`' }];
    const written = withSettings('# A\n\n<!-- settings: begin -->\nold\n<!-- settings: end -->\n\nMore\n', settings);
    expect(written).toBe(
      '# A\n\n<!-- settings: begin -->\n\n- `PORT` (default `8080`): port of `npm start`\n\n<!-- settings: end -->\n\nMore\n',
    );
    expect(withSettings(written, settings)).toBe(written);
  });
});
