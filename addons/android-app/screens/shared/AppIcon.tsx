import { Image } from '@masomo/design-system';
import { iconPath } from '../../data/schoolApp.ts';

type AppIconProps = { app: { address: string; version: string; name: string }; size: number };

/** The icon of the app as a phone shows it. */
export function AppIcon({ app, size }: AppIconProps) {
  return (
    <Image
      src={iconPath(app, 'maskable-192')}
      alt=""
      width={`${size}px`}
      height={`${size}px`}
      borderRadius="xl"
      borderWidth="1px"
      flexShrink="0"
    />
  );
}
