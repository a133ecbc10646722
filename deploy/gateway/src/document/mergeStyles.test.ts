import { expect, test } from 'vitest';
import { mergeStyles, nameStyles } from './mergeStyles.ts';

const style = (name: string, css: string) => `<style data-emotion="${name}">${css}</style>`;
const written = (name: string, css: string) => `<style data-emotion="${name}" data-s>${css}</style>`;
const global = style(
  'css-global g',
  ':root{--a:1px;--b:2px}@keyframes come{from{opacity:0}}@keyframes go{to{opacity:0}}hr{height:0}p{margin:var(--a)}.dark p{margin:0}',
);

test('global styles keep only what the document uses, and lose the name by which Emotion would take them as complete', async () => {
  const { tags, texts, names } = await mergeStyles('<p class="css-x">Words</p>', global + style('css x', '.css-x{animation:come 1s}'));
  expect(texts).toHaveLength(2);
  expect(texts[0]?.replace(/\s/g, '')).toBe(':root{--a:1px;}@keyframescome{from{opacity:0}}p{margin:var(--a)}.darkp{margin:0}');
  expect(tags).toBe(`<style>${texts[0]}</style>${written('css', '.css-x{animation:come 1s}')}`);
  expect(names).toEqual({ css: 'x' });
});

test('global styles that are used completely stay as they are', async () => {
  const css = `p{font-family:${'Inter,'.repeat(20)}serif}`;
  const { tags } = await mergeStyles('<p></p>', style('css-global g', css));
  expect(tags).toBe(written('css-global g', css));
});

test('each rule of several renders is written once', async () => {
  const styles = await mergeStyles('', style('css a', '.a{color:red}'), style('css a', '.a{color:red}') + style('css b', '.b{color:blue}'));
  expect(styles.tags).toBe(written('css', '.a{color:red}.b{color:blue}'));
  expect(nameStyles(styles)).toBe(written('css a b', '.a{color:red}.b{color:blue}'));
});

test('global styles that were cut down or are short share a tag', async () => {
  const { tags } = await mergeStyles(
    '<p></p>',
    style('css-global g', 'p{margin:0}hr{height:0}') +
      style('css-global h', 'p{color:red}hr{color:red}') +
      style('css-global i', 'p{left:0}'),
  );
  expect(tags.replace(/\s/g, '')).toBe('<style>p{margin:0}p{color:red}p{left:0}</style>');
});
