// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { ProductPicture } from './ProductPicture.tsx';

afterEach(cleanup);

function renderPicture(firstWhere?: string) {
  const { container } = render(
    <UIProvider>
      <ProductPicture name="family" sizes="19rem" firstWhere={firstWhere} />
    </UIProvider>,
  );
  const files = (selector: string, attribute: string) =>
    [...container.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
  return { images: files('img', 'srcset'), files };
}

it('loads the files of a first screen ahead, each for the theme of the device, so that no second request follows', () => {
  const { images, files } = renderPicture('(max-width: 47.99rem)');
  expect(images).toHaveLength(2);
  expect(files('link[rel=preload][as=image]', 'imagesrcset')).toEqual(images);
  expect(files('link', 'imagesizes')).toEqual(files('img', 'sizes'));
  expect(files('link', 'media')).toEqual([
    '(max-width: 47.99rem) and (prefers-color-scheme: light)',
    '(max-width: 47.99rem) and (prefers-color-scheme: dark)',
  ]);
  expect(files('img', 'decoding')).toEqual(['sync', 'sync']);
});

it('leaves pictures further down to the browser', () => {
  const { images, files } = renderPicture();
  expect(images).toHaveLength(2);
  expect(files('link', 'media')).toEqual([]);
  expect(files('img', 'loading')).toEqual(['lazy', 'lazy']);
});
