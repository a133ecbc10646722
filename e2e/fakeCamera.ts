import { writeFile } from 'node:fs/promises';
import { create } from 'qrcode';

const [width, height, framesPerSecond] = [320, 240, 5] as const;
const [black, white, gray] = [16, 235, 128] as const;

/** Brightness of every pixel of a frame that shows a QR code on a white card. */
function frameOf(code: string): Buffer {
  const { modules } = create(code, { errorCorrectionLevel: 'M' });
  const cell = Math.floor((height - 40) / modules.size);
  const [left, top] = [Math.floor((width - cell * modules.size) / 2), Math.floor((height - cell * modules.size) / 2)];
  const pixels = Buffer.alloc(width * height, white);
  for (let y = 0; y < cell * modules.size; y += 1)
    for (let x = 0; x < cell * modules.size; x += 1)
      if (modules.get(Math.floor(y / cell), Math.floor(x / cell))) pixels[(top + y) * width + left + x] = black;
  return pixels;
}

/** Writes a video for Chromium's fake camera: an empty gate for some seconds, then somebody who holds up a card. It repeats. */
export async function writeCardVideo(file: string, code: string, emptySeconds: number): Promise<void> {
  const colors = Buffer.alloc((width * height) / 2, gray);
  const frame = (pixels: Buffer) => Buffer.concat([Buffer.from('FRAME\n'), pixels, colors]);
  const [empty, card] = [frame(Buffer.alloc(width * height, white)), frame(frameOf(code))];
  await writeFile(
    file,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`),
      ...Array.from({ length: emptySeconds * framesPerSecond }, () => empty),
      ...Array.from({ length: 10 * framesPerSecond }, () => card),
    ]),
  );
}
