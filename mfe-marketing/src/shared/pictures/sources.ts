/** Browser builds emit absolute URLs and server builds paths; hydration needs the same text from both. */
const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;

/** The `srcset` of a picture in two widths, the smaller one first. */
export const sources = (small: string, large: string, width: number) => `${pathOf(small)} ${width}w, ${pathOf(large)} ${width * 2}w`;
