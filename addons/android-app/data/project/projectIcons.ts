const screens = ['mdpi', 'hdpi', 'xhdpi', 'xxhdpi', 'xxxhdpi'] as const;
const scales = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const;

/** The pictures of a project: their path in it, and the name of the icon that the gateway draws. */
export const projectIcons: readonly { path: string; icon: string }[] = [
  ...screens.flatMap((screen) => {
    const scale = scales[screen];
    const res = `app/src/main/res`;
    return [
      { path: `${res}/mipmap-${screen}/ic_launcher.png`, icon: `icon-${48 * scale}` },
      { path: `${res}/mipmap-${screen}/ic_maskable.png`, icon: `maskable-${108 * scale}` },
      { path: `${res}/drawable-${screen}/splash.png`, icon: `icon-${300 * scale}` },
      { path: `${res}/drawable-${screen}/ic_notification_icon.png`, icon: `badge-${24 * scale}` },
    ];
  }),
  { path: 'store_icon.png', icon: 'maskable-512' },
];
