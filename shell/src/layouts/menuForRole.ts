import type { Registry } from '@masomo/contracts/registry';
import type { Role } from '@masomo/domain/roles';

export type SideMenuEntry = { path: string; label: string; icon: string; end: boolean };

/** The side menu of a role: what the live remotes' manifests list for it, in the table's order. */
export function menuForRole(registry: Registry, role: Role): SideMenuEntry[] {
  return Object.values(registry.remotes)
    .flatMap((remote) => remote.manifest.menu)
    .filter((entry) => entry.roles.includes(role))
    .sort((a, b) => a.order - b.order)
    .map(({ path, label, icon }) => ({ path, label, icon, end: path === '/dashboard' }));
}
