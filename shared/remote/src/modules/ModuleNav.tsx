import type { ReactNode } from 'react';
import { Text } from '@masomo/design-system';
import { ScreenNav } from '@masomo/design-system/admin';
import { useModule, type ModuleFeature } from './useModule.ts';

type ModuleNavProps<Path extends string> = {
  feature: ModuleFeature;
  label: string;
  /** Addresses below the module's own. */
  links: readonly { to: Path; label: string }[];
  current: NoInfer<Path>;
  /** What can still be done when the licence has expired, and who renews it. */
  expired: ReactNode;
};

/** Navigation of a module's screens, and what an expired licence means. */
export function ModuleNav<Path extends string>({ feature, label, links, current, expired }: ModuleNavProps<Path>) {
  const { home, isReadOnly } = useModule(feature);
  return (
    <>
      <ScreenNav label={label} links={links} current={current} toAddress={(to) => home + to} />
      {isReadOnly && (
        <Text role="status" mb="5" p="3" borderWidth="1px" borderRadius="lg">
          {expired}
        </Text>
      )}
    </>
  );
}
