import icon192 from '../../assets/icon-192.png';
import icon512 from '../../assets/icon-512.png';
import maskable512 from '../../assets/icon-maskable-512.png';
import icon from '../../assets/icon.svg';
import { surfaces } from '../theme/colors.ts';
import { assetPath } from './assetPath.ts';

/** The icons of a web app manifest. */
export const appIcons = [
  { src: assetPath(icon), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: assetPath(icon192), sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: assetPath(icon512), sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: assetPath(maskable512), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/** The colours of a web app manifest. */
export const appColors = { background_color: surfaces.bg.DEFAULT[0], theme_color: surfaces.bg.DEFAULT[0] } as const;
