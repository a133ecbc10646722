import { expect, it } from 'vitest';
import { mediaUrl, mediaPath, imagePathsOf, srcSetOf } from './libraryImages.ts';

const address = mediaUrl('media/a.jpg');
const picture = { width: 2000, height: 1000, focalX: 50, focalY: 50, sizes: [{ width: 480, path: 'media/a-480.webp' }] };

it('recognizes images of the library by their URL', () => {
  expect(mediaPath(address)).toBe('media/a.jpg');
  expect(mediaPath(`${address}?download`)).toBe('media/a.jpg');
  expect(mediaPath('https://elsewhere.test/a.jpg')).toBeNull();
});

it('finds every image of a page once', () => {
  expect(
    imagePathsOf([
      { type: 'hero', title: 'T', url: mediaUrl('media/h.jpg') },
      { type: 'image', url: address, alt: '' },
      { type: 'heading', text: address },
      {
        type: 'gallery',
        images: [
          { url: address, alt: '' },
          { url: 'https://elsewhere.test/b.jpg', alt: '' },
          { url: mediaUrl('media/g.jpg'), alt: '' },
        ],
      },
    ]),
  ).toEqual(['media/h.jpg', 'media/a.jpg', 'media/g.jpg']);
});

it('lists the resized copies and the original', () => {
  expect(srcSetOf(address, picture)).toBe(`${mediaUrl('media/a-480.webp')} 480w, ${address} 2000w`);
  expect(srcSetOf(address, { ...picture, sizes: [] })).toBeUndefined();
});
