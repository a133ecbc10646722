import { describe, expect, it } from 'vitest';
import { parseBlocks } from '@masomo/domain/blocks';
import { aboutSchema, heroesSchema, parseSiteSettings } from '@masomo/domain/siteSettings';
import { metadataOf, pageMetadata } from '../server/pageMetadata.ts';
import { pageRows, settingRows } from './__tests__/siteRows.ts';

describe('the seeded content', () => {
  it('contains complete settings', () => {
    const settings = parseSiteSettings(settingRows);
    const group = (key: string) => settingRows.find((row) => row.key === key)?.value;
    expect(aboutSchema.parse(group('about')).stories).toHaveLength(3);
    expect(Object.keys(heroesSchema.parse(group('heroes'))).sort()).toEqual([
      'about',
      'contact',
      'demo',
      'faq',
      'features',
      'home',
      'pricing',
      'support',
      'versions',
    ]);
    expect(settings.claims).toEqual({
      founded: 2017,
      operatingSince: 2019,
      institutions: '300+',
      countries: '15+',
      students: '2M+',
      hoursSaved: '15M+',
    });
  });

  it('contains only blocks that parse', () => {
    expect(pageRows.map((page) => page.slug)).toEqual(['home', 'terms', 'privacy', 'documentation', 'video-tutorials', 'community']);
    for (const page of pageRows) expect(parseBlocks(page.body), page.slug).toHaveLength((page.body as unknown[]).length);
  });

  it('has meta descriptions of a length that search engines show', () => {
    for (const path of Object.keys(pageMetadata)) expect(metadataOf(path)?.description.length, path).toBeLessThanOrEqual(170);
  });
});
