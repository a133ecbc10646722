// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { mediaUrl } from '@masomo/domain/libraryImages';
import { ImagesContext, SiteImage } from './SiteImage.tsx';

afterEach(cleanup);
const url = mediaUrl('media/a.jpg');
const known = { [url]: { width: 2000, height: 1000, focalX: 20, focalY: 80, sizes: [{ width: 480, path: 'media/a-480.webp' }] } };
function renderImage(metadata: typeof known | Record<string, never>, props: { isFirst?: boolean } = {}) {
  render(
    <UIProvider>
      <ImagesContext value={metadata}>
        <SiteImage url={url} alt="Students" sizes="100vw" {...props} />
      </ImagesContext>
    </UIProvider>,
  );
  return screen.getByRole('img', { name: 'Students' });
}

it('lets the browser choose a source and reserves the space of the image', () => {
  const image = renderImage(known);
  expect(image).toHaveAttribute('srcset', `${mediaUrl('media/a-480.webp')} 480w, ${url} 2000w`);
  expect(image).toHaveAttribute('sizes', '100vw');
  expect(image).toHaveAttribute('width', '2000');
  expect(image).toHaveAttribute('height', '1000');
  expect(image).toHaveStyle({ objectPosition: '20% 80%' });
});

it('renders an image without metadata as it is', () => {
  const image = renderImage({});
  expect(image).toHaveAttribute('src', url);
  expect(image).not.toHaveAttribute('srcset');
});

it('is painted with the text on a first screen, and after it elsewhere', () => {
  const first = renderImage(known, { isFirst: true });
  expect(first).toHaveAttribute('decoding', 'sync');
  expect(first).toHaveAttribute('fetchpriority', 'high');
  cleanup();
  const later = renderImage(known);
  expect(later).toHaveAttribute('decoding', 'async');
  expect(later).not.toHaveAttribute('fetchpriority');
});
