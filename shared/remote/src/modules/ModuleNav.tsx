import { lazy, Suspense, type ReactNode } from 'react';
import { ScreenNav } from '@masomo/design-system/admin';
import { useModule, type ModuleFeature } from './useModule.ts';

const ExpiredNotice = lazy(async () => ({ default: (await import('./ExpiredNotice.tsx')).ExpiredNotice }));

type ModuleNavProps<Path extends string> = {
  feature: ModuleFeature;
  label: string;
  /** Addresses below the module's own. */
  links: readonly { to: Path; label: string }[];
  current: NoInfer<Path>;
  /** What can still be done when the licence has expired. */
  expired: ReactNode;
};

/** Navigation of a module's screens, and what an expired licence means. */
export function ModuleNav<Path extends string>({ feature, label, links, current, expired }: ModuleNavProps<Path>) {
  const { home, isReadOnly } = useModule(feature);
  return (
    <>
      {links.length > 1 && <ScreenNav label={label} links={links} current={current} toAddress={(to) => home + to} />}
      {isReadOnly && (
        <Suspense fallback={null}>
          <ExpiredNotice slug={feature.slice(feature.indexOf(':') + 1)}>{expired}</ExpiredNotice>
        </Suspense>
      )}
    </>
  );
}
