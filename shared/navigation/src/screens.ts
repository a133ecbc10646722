/** A screen a person may open; `icon` is a name of the design system's menu icons. */
export type ScreenLink = {
  path: string;
  label: string;
  icon: string;
  /** Whether the person's own menu has it. */
  isListed?: boolean;
};

/** What a signed-in person is, as far as it decides which screens they may open. */
export type ScreenReader = { role: string; bases?: readonly string[] | undefined; permissions?: readonly string[] | undefined };

let read: (person: ScreenReader) => readonly ScreenLink[] = () => [];

/** Installed by the shell, which knows the screens of all remotes from the registry. */
export function provideScreens(provided: (person: ScreenReader) => readonly ScreenLink[]): void {
  read = provided;
}

/** Every screen of the product that a person may open, those of other remotes included, in the order of the menus. */
export function screensOf(person: ScreenReader): readonly ScreenLink[] {
  return read(person);
}
