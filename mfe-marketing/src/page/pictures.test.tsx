import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { libraryAddress } from '@masomo/domain/pictures';
import { PicturesContext, SitePicture } from '../shared/SitePicture.tsx';
import { UIProvider } from '@masomo/design-system';

const url = libraryAddress('media/a.jpg');
const known = { [url]: { width: 2000, height: 1000, focalX: 20, focalY: 80, sizes: [{ width: 480, path: 'media/a-480.webp' }] } };
const markup = (pictures: typeof known | Record<string, never>) => renderToStaticMarkup(<UIProvider><PicturesContext value={pictures}><SitePicture url={url} alt="Learners" drawn="100vw" /></PicturesContext></UIProvider>);

it('lets the browser choose the copy that fits, and keeps the place of the picture', () => {
  const html = markup(known);
  expect(html).toContain(`srcSet="${libraryAddress('media/a-480.webp')} 480w, ${url} 2000w"`);
  expect(html).toContain('sizes="100vw"');
  expect(html).toMatch(/width="2000"/);
  expect(html).toMatch(/height="1000"/);
  expect(html).toMatch(/object-position:\s*20% 80%/);
});

it('shows a picture nothing is known of as it is', () => {
  const html = markup({});
  expect(html).toContain(`src="${url}"`);
  expect(html).not.toContain('srcSet');
});
