import { t } from '@lingui/core/macro';
import { Image } from '@masomo/design-system';
import { schoolScenes } from './schoolScenes.ts';

/** An illustration beside the title of a page, of less area than the title: the largest paint stays the text, which comes first. */
export function SchoolScene({ name }: { name: keyof typeof schoolScenes }) {
  const { srcSet, description } = schoolScenes[name];
  return (
    <Image
      srcSet={srcSet}
      sizes="18rem"
      alt={t(description)}
      htmlWidth={480}
      htmlHeight={300}
      width="full"
      maxWidth="18rem"
      height="auto"
      marginInlineStart="auto"
      borderRadius="2xl"
      loading="lazy"
      decoding="async"
      _dark={{ filter: 'brightness(0.85)' }}
    />
  );
}
