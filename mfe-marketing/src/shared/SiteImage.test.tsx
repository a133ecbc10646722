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
function shown(pictures: typeof known | Record<string, never>) {
  render(
    <UIProvider>
      <ImagesContext value={pictures}>
        <SiteImage url={url} alt="Students" sizes="100vw" />
      </ImagesContext>
    </UIProvider>,
  );
  return screen.getByRole('img', { name: 'Students' });
}

it('lets the browser choose the copy that fits, and keeps the place of the picture', () => {
  const picture = shown(known);
  expect(picture).toHaveAttribute('srcset', `${mediaUrl('media/a-480.webp')} 480w, ${url} 2000w`);
  expect(picture).toHaveAttribute('sizes', '100vw');
  expect(picture).toHaveAttribute('width', '2000');
  expect(picture).toHaveAttribute('height', '1000');
  expect(picture).toHaveStyle({ objectPosition: '20% 80%' });
});

it('shows a picture nothing is known of as it is', () => {
  const picture = shown({});
  expect(picture).toHaveAttribute('src', url);
  expect(picture).not.toHaveAttribute('srcset');
});
