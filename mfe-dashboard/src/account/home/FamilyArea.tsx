import { Suspense, useState } from 'react';
import type { FamilyHome as Home } from '@masomo/data/platform/familyHome';
import { Skeleton, Stack } from '@masomo/design-system';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { inOrder, opening } from '../../shared/inOrder.ts';

const FamilyHome = lazyScreen(async () => (await import('./family/FamilyHome.tsx')).FamilyHome);
const StudentsSection = lazyScreen(async () => (await import('./students/StudentsSection.tsx')).StudentsSection);

/** Loads what a family's home shows, before its data says of whom. */
export const preloadFamilyArea = () => Promise.all([FamilyHome.preload(), StudentsSection.preload()]);

/** A family's home: what counts today, and under it all about one student. */
export function FamilyArea({ home }: { home: Home }) {
  const [selectedId, setSelectedId] = useState<string>();
  const open = (id: string, part: string) => {
    setSelectedId(id);
    // The chosen student is rendered by then.
    requestAnimationFrame(() => (document.getElementById(part) ?? document.getElementById('own-student'))?.scrollIntoView());
  };
  return (
    <Stack gap="6" css={inOrder}>
      {home.children.length > 0 && (
        <Suspense fallback={<Skeleton h="96" {...opening} />}>
          <FamilyHome home={home} onOpen={open} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton h="96" {...opening} />}>
        <StudentsSection students={home.children} selectedId={selectedId} onSelect={setSelectedId} />
      </Suspense>
    </Stack>
  );
}
