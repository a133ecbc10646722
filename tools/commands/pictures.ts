import path from 'node:path';
import { ensureTestBrowser } from '../browser/chromium.ts';
import { startProduct } from '../browser/startProduct.ts';
import { addonPictures, licenseAddons } from '../pictures/addonPictures.ts';
import { manualPictures, readmePictures, sitePictures } from '../pictures/pictures.ts';
import { lastSchoolMorning, setClock } from '../pictures/schoolMorning.ts';
import { takePictures, themes } from '../pictures/takePictures.ts';
import { root } from '../root.ts';

/**
 * `npm run pictures` takes the pictures of the product that the public site, the manual, the README and the store show, from a product
 * with demonstration data that it starts; `-- --on http://localhost:8080` takes them from one that runs, `-- --only manual` those of one place.
 */
const onAt = process.argv.indexOf('--on');
const running = onAt > 0 ? process.argv[onAt + 1] : undefined;
const onlyAt = process.argv.indexOf('--only');
const only = onlyAt > 0 ? process.argv[onlyAt + 1] : undefined;
ensureTestBrowser();
const product = running ? { baseUrl: running, stop: () => Promise.resolve() } : await startProduct();
const moment = running ? new Date() : lastSchoolMorning(new Date());
const place = { origin: product.baseUrl, moment };
try {
  if ('dataDir' in product) await setClock(product.dataDir, moment);
  const webp = { type: 'webp', quality: 0.8 } as const;
  const places = {
    site: async () =>
      takePictures(place, sitePictures, themes, {
        ...webp,
        folder: path.join(root, 'mfe-marketing/src/shared/pictures'),
        fileName: (name, theme, width) => `${name}-${theme}-${width}.webp`,
      }),
    manual: async () =>
      takePictures(place, manualPictures, ['light'], {
        ...webp,
        folder: path.join(root, 'mfe-dashboard/src/account/help/pictures'),
        fileName: (name) => `${name}.webp`,
      }),
    addons: async () => {
      if ('dataDir' in product) await licenseAddons(product.dataDir);
      const written: string[] = [];
      for (const [folder, pictures] of addonPictures())
        written.push(
          ...(await takePictures(place, pictures, themes, {
            ...webp,
            quality: 0.7,
            folder,
            fileName: (name, theme) => `${name}-${theme}.webp`,
          })),
        );
      return written;
    },
    readme: async () =>
      takePictures(place, readmePictures, ['light'], {
        folder: path.join(root, 'docs/images'),
        type: 'jpeg',
        quality: 0.8,
        fileName: (name) => `${name}.jpg`,
      }),
  };
  const chosenPlaces = Object.entries(places).filter(([name]) => only === undefined || name === only);
  if (chosenPlaces.length === 0) throw new Error(`There are pictures of ${Object.keys(places).join(', ')}, none of ${only ?? ''}.`);
  const written: string[] = [];
  for (const [, take] of chosenPlaces) written.push(...(await take()));
  for (const file of written) console.log(path.relative(root, file));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await product.stop();
}
