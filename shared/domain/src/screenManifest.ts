import { canOpen, screens, type Screen, type ScreenAccess } from './screens.ts';
import { roles } from './roles.ts';

/** Menu entries of the screens a remote owns, as its manifest carries them. */
export function menuEntriesOf(owner: Screen['owner']) {
  return screens.flatMap((screen, order) =>
    screen.owner === owner && screen.menu.length > 0
      ? [{ path: screen.path, label: screen.label, icon: screen.icon, order, roles: screen.menu === 'all' ? [...roles] : [...screen.menu] }]
      : [],
  );
}

/** Paths of the screens a remote owns with who may open them, one row per path. */
export function screenRoutesOf(owner: Screen['owner']): { path: string; access: 'signed-in' | string[] }[] {
  const byPath = new Map<string, ScreenAccess>();
  for (const screen of screens) if (screen.owner === owner) byPath.set(screen.path, screen.access);
  return [...byPath].map(([path, access]) => ({
    path,
    access: access === 'signed-in' ? access : roles.filter((role) => canOpen({ access }, role)),
  }));
}
