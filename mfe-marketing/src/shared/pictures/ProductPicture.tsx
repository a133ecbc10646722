import { t } from '@lingui/core/macro';
import { Box, HStack, Image } from '@masomo/design-system';
import { productPictures } from './productPictures.ts';

type ProductPictureProps = {
  name: keyof typeof productPictures;
  /** Rendered width as the `sizes` attribute, from which the browser picks a file. */
  sizes: string;
  /** Media query of the windows whose first screen has it: there it is loaded with the page and painted with the text around it. */
  firstWhere?: string;
};

const shown = { light: { base: 'block', _dark: 'none' }, dark: { base: 'none', _dark: 'block' } } as const;

/** A screen of the product in the frame of a browser or a phone, in the theme of the page: the other theme's file is never loaded. */
export function ProductPicture({ name, sizes, firstWhere }: ProductPictureProps) {
  const { light, dark, width, height, frame, description } = productPictures[name];
  const isPhone = frame === 'phone';
  return (
    <Box
      overflow="hidden"
      background="bg.muted"
      borderWidth={isPhone ? '6px' : '1px'}
      borderColor="border"
      borderRadius={isPhone ? '4xl' : 'xl'}
      maxWidth={isPhone ? '19rem' : undefined}
      marginInline={isPhone ? 'auto' : undefined}
    >
      {!isPhone && (
        <HStack gap="1.5" paddingInline="3.5" height="7" aria-hidden>
          {[0, 1, 2].map((dot) => (
            <Box key={dot} boxSize="2" borderRadius="full" background="border.emphasized" />
          ))}
        </HStack>
      )}
      {firstWhere && <PreloadedFiles name={name} sizes={sizes} where={firstWhere} />}
      {(['light', 'dark'] as const).map((theme) => (
        <Image
          key={theme}
          srcSet={theme === 'light' ? light : dark}
          sizes={sizes}
          alt={t(description)}
          htmlWidth={width}
          htmlHeight={height}
          width="full"
          height="auto"
          loading="lazy"
          {...(firstWhere ? { fetchPriority: 'high' } : {})}
          decoding={firstWhere ? 'sync' : 'async'}
          display={shown[theme]}
        />
      ))}
    </Box>
  );
}

/** Which of the files is shown waits for the styles, so the device's theme decides what is loaded ahead of them. */
function PreloadedFiles({ name, sizes, where }: { name: keyof typeof productPictures; sizes: string; where: string }) {
  return (['light', 'dark'] as const).map((theme) => (
    <link
      key={theme}
      rel="preload"
      as="image"
      imageSrcSet={productPictures[name][theme]}
      imageSizes={sizes}
      media={`${where} and (prefers-color-scheme: ${theme})`}
      fetchPriority="high"
    />
  ));
}
