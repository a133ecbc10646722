import { createContext, use, type ComponentProps } from 'react';
import { Image } from '@masomo/design-system';
import { srcSetOf, type LibraryImage } from '@masomo/domain/libraryImages';

/** Metadata of the media library's images on this page, by URL. */
export const ImagesContext = createContext<Readonly<Record<string, LibraryImage>>>({});

type SiteImageProps = Omit<ComponentProps<typeof Image>, 'src' | 'srcSet' | 'sizes' | 'decoding' | 'fetchPriority'> & {
  url: string;
  /** Whether it is on the first screen, whose text and picture are painted together. */
  isFirst?: boolean;
  /** Rendered width as the `sizes` attribute, from which the browser picks a source. */
  sizes: string;
};

/** A responsive image cropped around its focal point, whose space is reserved while it loads. */
export function SiteImage({ url, sizes, isFirst = false, ...rest }: SiteImageProps) {
  const metadata = use(ImagesContext)[url];
  const sources = metadata && srcSetOf(url, metadata);
  return (
    <Image
      src={url}
      decoding={isFirst ? 'sync' : 'async'}
      {...(isFirst ? { fetchPriority: 'high' } : {})}
      {...(sources ? { srcSet: sources, sizes } : {})}
      {...(metadata?.width && metadata.height ? { htmlWidth: metadata.width, htmlHeight: metadata.height } : {})}
      objectPosition={metadata ? `${metadata.focalX}% ${metadata.focalY}%` : undefined}
      {...rest}
    />
  );
}
