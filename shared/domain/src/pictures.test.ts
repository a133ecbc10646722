import { expect, it } from 'vitest';
import { libraryAddress, libraryPath, picturePaths, sourceSet } from './pictures.ts';

const address = libraryAddress('media/a.jpg');
const picture = { width: 2000, height: 1000, focalX: 50, focalY: 50, sizes: [{ width: 480, path: 'media/a-480.webp' }] };

it('knows its own pictures by their address', () => {
  expect(libraryPath(address)).toBe('media/a.jpg');
  expect(libraryPath(`${address}?download`)).toBe('media/a.jpg');
  expect(libraryPath('https://elsewhere.test/a.jpg')).toBeNull();
});

it('finds the pictures of a page once each', () => {
  expect(
    picturePaths([
      { type: 'hero', title: 'T', url: libraryAddress('media/h.jpg') },
      { type: 'image', url: address, alt: '' },
      { type: 'heading', text: address },
      {
        type: 'gallery',
        images: [
          { url: address, alt: '' },
          { url: 'https://elsewhere.test/b.jpg', alt: '' },
          { url: libraryAddress('media/g.jpg'), alt: '' },
        ],
      },
    ]),
  ).toEqual(['media/h.jpg', 'media/a.jpg', 'media/g.jpg']);
});

it('offers copies and the picture itself', () => {
  expect(sourceSet(address, picture)).toBe(`${libraryAddress('media/a-480.webp')} 480w, ${address} 2000w`);
  expect(sourceSet(address, { ...picture, sizes: [] })).toBeUndefined();
});
