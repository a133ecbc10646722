import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ImageNode, ShareImageTexts } from '@masomo/contracts/frame';
import { LogoMark } from '../core/Logo.tsx';
import { palettes } from '../theme/colors.ts';

type Style = Record<string, string | number>;

const [board] = palettes.accent.solid;
const [mint] = palettes.accent.emphasized;

const row = (style: Style, children: ImageNode[]): ImageNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});
const text = (style: Style, words: string): ImageNode => ({
  type: 'div',
  props: { style: { display: 'block', ...style }, children: words },
});

/** Long titles in a smaller font, so that they fit on three lines. */
const sizeOf = (title: string) => (title.length < 26 ? 92 : title.length < 52 ? 76 : 60);

/** Image of link previews for a page, 1200 x 630 pixels: its title and description on the accent colour, as a tree of elements. */
export function shareImage({ title, description, brand }: ShareImageTexts): ImageNode {
  const mark = renderToStaticMarkup(createElement(LogoMark, { size: 62, board: '#ffffff', figure: board }));
  const logo: ImageNode = {
    type: 'img',
    props: { src: `data:image/svg+xml,${encodeURIComponent(mark)}`, style: { width: 62, height: 62 } },
  };
  return row(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '76px 84px',
      backgroundColor: board,
      color: '#ffffff',
      fontFamily: 'Inter',
    },
    [
      row({ alignItems: 'center', gap: 20 }, [logo, text({ fontSize: 44, fontWeight: 700, letterSpacing: '-0.03em' }, brand)]),
      row({ flexDirection: 'column', gap: 26 }, [
        text({ fontSize: sizeOf(title), fontWeight: 700, lineHeight: 1.1, letterSpacing: '-0.035em', lineClamp: 3 }, title),
        text({ fontSize: 31, fontWeight: 400, lineHeight: 1.4, color: mint, lineClamp: 3, maxWidth: 980 }, description),
      ]),
    ],
  );
}
