import { create } from 'qrcode';

/** The squares of a QR code: `size` of them in each direction, without the quiet margin of four that a reader needs around it. */
export type QrCode = { size: number; isDark: (row: number, column: number) => boolean };

/** Encodes a text so that a reader still gets it with some of the code covered. */
export function encodeQr(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (row, column) => Boolean(modules.get(row, column)) };
}

/** A QR code as a drawing (SVG): one path for all dark modules, a run of a row in one piece: viewers show white lines between pieces that only touch. */
export function drawQr(text: string): string {
  const { size, isDark } = encodeQr(text);
  let path = '';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const from = column;
      while (column < size && isDark(row, column)) column += 1;
      if (column > from) path += `M${from} ${row}h${column - from}v1.03h${from - column}z`;
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="${path}"/></svg>`;
}
