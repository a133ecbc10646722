import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import type { ImageNode } from '@masomo/contracts/frame';
import type { ImageSize } from './imageSize.ts';

const weights = [400, 700] as const;
const interFolder = import.meta.resolve('@fontsource/inter/package.json');
const fontOf = (weight: number) => readFile(new URL(`files/inter-latin-${weight}-normal.woff`, interFolder));
let fonts: Promise<{ name: string; data: Buffer; weight: (typeof weights)[number] }[]> | undefined;

/** Renders a tree of elements as a PNG. */
export async function renderImage(tree: ImageNode, size: ImageSize): Promise<Uint8Array<ArrayBuffer>> {
  fonts ??= Promise.all(weights.map(async (weight) => ({ name: 'Inter', weight, data: await fontOf(weight) })));
  const svg = await satori(tree as Parameters<typeof satori>[0], { ...size, fonts: await fonts });
  return new Uint8Array(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
}
