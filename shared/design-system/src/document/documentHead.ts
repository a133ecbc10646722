import touchIcon from '../../assets/icon-180.png';
import icon from '../../assets/icon.svg';
import share from '../../assets/share.png';
import { surfaces } from '../theme/colors.ts';
import { assetPath } from './assetPath.ts';
import { colorModeScript } from './colorModeScript.ts';
import { mainFont } from './fontFaces.ts';

const [light, dark] = surfaces.bg.DEFAULT;

/** What the design system needs in the head of every document. */
export const documentHead: { scripts: string[]; tags: string; image: string; font: string } = {
  scripts: [colorModeScript],
  image: assetPath(share),
  font: mainFont,
  tags: [
    `<link rel="icon" type="image/svg+xml" href="${assetPath(icon)}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="apple-touch-icon" href="${assetPath(touchIcon)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">`,
  ].join(''),
};
