/** A screen a person may open; `icon` is a name of the design system's menu icons. */
export type ScreenLink = { path: string; label: string; icon: string };

let screensOf: (role: string) => readonly ScreenLink[] = () => [];

/** Installed by the shell, which knows the screens of all remotes from the registry. */
export function provideScreens(read: (role: string) => readonly ScreenLink[]): void {
  screensOf = read;
}

/** Every screen of the product that a role may open, those of other remotes included, in the order of the menus. */
export function screensForRole(role: string): readonly ScreenLink[] {
  return screensOf(role);
}
