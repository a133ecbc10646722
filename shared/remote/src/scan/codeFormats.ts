/** Codes that cards and books carry, by the names of the Barcode Detection API (WICG). */
export type CodeFormat = 'qr_code' | 'ean_13' | 'ean_8' | 'upc_a' | 'code_128' | 'code_39';

/** Finds the text of a code in a frame of a video; null when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;
