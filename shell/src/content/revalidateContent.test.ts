// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isContentStale, provideDb } from '@masomo/data';
import { createMemoryRouter } from '@masomo/navigation/testing';
import { fakeDb } from '@masomo/testing';
import { revalidateContent } from './revalidateContent.ts';

it('reads the content revision at each navigation, and reloads the content only when it has grown', async () => {
  let revision = 7;
  const { db, sent } = fakeDb(() => ({ body: { revision } }));
  provideDb(async () => db);
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/pricing'] });
  revalidateContent(router, 7);
  expect(sent).toHaveLength(0);
  await router.navigate('/faq');
  await expect.poll(() => sent).toHaveLength(1);
  expect(isContentStale()).toBe(false);
  await router.navigate('/dashboard/cms');
  expect(sent).toHaveLength(1);
  revision = 8;
  await router.navigate('/pricing');
  await expect.poll(() => isContentStale()).toBe(true);
});
