// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { sharedCache } from './styleCache.ts';

const rulesOfTags = () =>
  [...document.querySelectorAll('style')].map(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText.slice(0, 2)));

it('adds the rules of each task in a new tag, since a change of one that is in use lays out the whole page', async () => {
  const { sheet } = sharedCache();
  // As in a release.
  sheet.isSpeedy = true;
  sheet.insert('.a{color:red}');
  sheet.insert('.b{color:red}');
  expect(rulesOfTags()).toEqual([['.a', '.b']]);
  await Promise.resolve();
  sheet.insert('.c{color:red}');
  expect(rulesOfTags()).toEqual([['.a', '.b'], ['.c']]);
});
