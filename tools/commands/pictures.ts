import path from 'node:path';
import { ensureTestBrowser } from '../browser/chromium.ts';
import { startProduct } from '../browser/startProduct.ts';
import { readmePictures, sitePictures } from '../pictures/pictures.ts';
import { lastSchoolMorning, setClock } from '../pictures/schoolMorning.ts';
import { takePictures, themes } from '../pictures/takePictures.ts';
import { root } from '../root.ts';

/**
 * `npm run pictures` takes the pictures of the product that the public site and the README show, from a product with demonstration
 * data that it starts; `-- --on http://localhost:8080` takes them from one that runs.
 */
const onAt = process.argv.indexOf('--on');
const running = onAt > 0 ? process.argv[onAt + 1] : undefined;
ensureTestBrowser();
const product = running ? { baseUrl: running, stop: () => Promise.resolve() } : await startProduct();
const moment = running ? new Date() : lastSchoolMorning(new Date());
const place = { origin: product.baseUrl, moment };
try {
  if ('dataDir' in product) await setClock(product.dataDir, moment);
  const written = [
    ...(await takePictures(place, sitePictures, themes, {
      folder: path.join(root, 'mfe-marketing/src/shared/pictures'),
      type: 'webp',
      quality: 0.8,
      fileName: (name, theme, width) => `${name}-${theme}-${width}.webp`,
    })),
    ...(await takePictures(place, readmePictures, ['light'], {
      folder: path.join(root, 'docs/images'),
      type: 'jpeg',
      quality: 0.8,
      fileName: (name) => `${name}.jpg`,
    })),
  ];
  for (const file of written) console.log(path.relative(root, file));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await product.stop();
}
