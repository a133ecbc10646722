import { create } from 'qrcode';

/** The squares of a QR code: `size` of them in each direction, without the quiet margin of four that a reader needs around it. */
export type QrCode = { size: number; isDark: (row: number, column: number) => boolean };

/** Encodes a text so that a reader still gets it with some of the code covered. */
export function encodeQr(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (row, column) => Boolean(modules.get(row, column)) };
}
