import { createContext, use, type ComponentProps } from 'react';
import { Image } from '@masomo/design-system';
import { sourceSet, type Picture } from '@masomo/domain/pictures';

/** What is known of the library's pictures on this page, by address. */
export const ImagesContext = createContext<Readonly<Record<string, Picture>>>({});

type SiteImageProps = Omit<ComponentProps<typeof Image>, 'src' | 'srcSet' | 'sizes'> & {
  url: string;
  /** How wide it is drawn, as the `sizes` of an image: the browser fetches the copy that fits. */
  drawn: string;
};

/** A picture of a page: no larger than it is drawn, cropped around its focal point, its place kept while it loads. */
export function SiteImage({ url, drawn, ...rest }: SiteImageProps) {
  const picture = use(ImagesContext)[url];
  const sources = picture && sourceSet(url, picture);
  return (
    <Image
      src={url}
      decoding="async"
      {...(sources ? { srcSet: sources, sizes: drawn } : {})}
      {...(picture?.width && picture.height ? { htmlWidth: picture.width, htmlHeight: picture.height } : {})}
      objectPosition={picture ? `${picture.focalX}% ${picture.focalY}%` : undefined}
      {...rest}
    />
  );
}
