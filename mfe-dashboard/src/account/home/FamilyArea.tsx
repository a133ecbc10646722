import { useState } from 'react';
import type { FamilyHome as Home } from '@masomo/data/platform/familyHome';
import { Stack } from '@masomo/design-system';
import { inOrder } from '../../shared/inOrder.ts';
import { FamilyHome } from './family/FamilyHome.tsx';
import { StudentsSection } from './students/StudentsSection.tsx';

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
      {home.children.length > 0 && <FamilyHome home={home} onOpen={open} />}
      <StudentsSection students={home.children} selectedId={selectedId} onSelect={setSelectedId} />
    </Stack>
  );
}
