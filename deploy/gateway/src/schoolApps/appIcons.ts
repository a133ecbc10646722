import type { ImageNode } from '@masomo/contracts/frame';
import type { SchoolApp } from './schoolApp.ts';

/** `icon`: the crest alone. `maskable`: with room that a phone may cut off. `badge`: white letters, for the status bar of a phone. */
export const iconKinds = ['icon', 'maskable', 'badge'] as const;
export type IconKind = (typeof iconKinds)[number];

/** The sizes that manifests and projects of apps name. */
const sizes: Readonly<Record<IconKind, readonly number[]>> = {
  icon: [48, 72, 96, 144, 192, 300, 450, 512, 600, 900, 1200],
  maskable: [108, 162, 192, 216, 324, 432, 512],
  badge: [24, 36, 48, 72, 96],
};
export const isIcon = (kind: string, size: number): kind is IconKind =>
  Object.hasOwn(sizes, kind) && sizes[kind as IconKind].includes(size);

/** The address of an icon, which changes with what it shows. */
export const iconPath = ({ address, version }: Pick<SchoolApp, 'address' | 'version'>, kind: IconKind, size: number) =>
  `/_apps/${address}/${kind}-${size}.png?v=${version}`;

/** The part of a maskable icon that every phone shows: a square in a circle of four fifths. */
const safePart = 0.56;

/** Two letters of a name; of one in other letters than ours, the first of its address. */
export function initialsOf({ name, address }: Pick<SchoolApp, 'name' | 'address'>): string {
  const letters = name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\d]+/u, '').charAt(0))
    .filter(Boolean)
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return /^[A-Z0-9À-ÖØ-Ý]{1,2}$/.test(letters) ? letters : address.charAt(0).toUpperCase();
}

type Drawn = { app: SchoolApp; crest: string | undefined; kind: IconKind; size: number };

/** An icon as a tree of elements; without a crest it shows initials. */
export function drawIcon({ app, crest, kind, size }: Drawn): ImageNode {
  const hasCrest = crest !== undefined && kind !== 'badge';
  const isMaskable = kind === 'maskable';
  const inner = Math.round(size * (isMaskable ? safePart : 1));
  const surface = hasCrest
    ? isMaskable
      ? { backgroundColor: app.background }
      : {}
    : kind === 'badge'
      ? {}
      : { backgroundColor: app.color, ...(isMaskable ? {} : { borderRadius: Math.round(size * 0.2) }) };
  return {
    type: 'div',
    props: {
      style: { display: 'flex', width: '100%', height: '100%', alignItems: 'center', justifyContent: 'center', ...surface },
      children: [
        hasCrest
          ? { type: 'img', props: { src: crest, style: { width: inner, height: inner, objectFit: 'contain' } } }
          : {
              type: 'div',
              props: {
                style: {
                  display: 'flex',
                  color: '#ffffff',
                  fontFamily: 'Inter',
                  fontWeight: 700,
                  fontSize: Math.round(size * (isMaskable ? 0.34 : kind === 'badge' ? 0.62 : 0.44)),
                },
                children: initialsOf(app),
              },
            },
      ],
    },
  };
}
