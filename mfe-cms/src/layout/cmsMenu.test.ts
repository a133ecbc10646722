import { expect, it } from 'vitest';
import { cmsMenu } from './cmsMenu.ts';

it('keeps the order in which the CMS is explained', () => {
  expect(cmsMenu({ role: 'super_admin' }).map(({ path }) => path.replace('/dashboard/cms', ''))).toEqual([
    '',
    '/pages',
    '/sections',
    '/content',
    '/content/testimonials',
    '/media',
    '/pricing',
    '/redirects',
    '/users',
    '/settings',
  ]);
});
