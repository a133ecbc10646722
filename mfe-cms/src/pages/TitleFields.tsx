import { memo, useState } from 'react';
import { slugOf } from '@masomo/domain/slug';
import { Card } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import type { PageWork } from './usePageWork.ts';

type TitleFieldsProps = { title: string; slug: string; isNew: boolean; isSystem: boolean; onWrite: (part: Partial<Omit<PageWork, 'entries'>>) => void };

/** Title and address of a page; the address of a new one follows its title until it is written by hand. */
export const TitleFields = memo(function TitleFields({ title, slug, isNew, isSystem, onWrite }: TitleFieldsProps) {
  const [isSlugOwn, setIsSlugOwn] = useState(!isNew);
  return (
    <Card.Root>
      <Card.Body gap="5">
        <TextField label="Title" required maxLength={160} value={title} onChange={(event) => onWrite({ title: event.currentTarget.value, ...(isSlugOwn ? {} : { slug: slugOf(event.currentTarget.value) }) })} />
        <TextField
          label="Slug" required maxLength={80} readOnly={isSystem} helpText={`Visitors read it at /${slug || '…'}`} value={slug}
          onChange={(event) => { setIsSlugOwn(true); onWrite({ slug: event.currentTarget.value }); }}
        />
      </Card.Body>
    </Card.Root>
  );
});
