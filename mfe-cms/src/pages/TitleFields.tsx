import { memo, useState } from 'react';
import { slugOf } from '@masomo/domain/slug';
import { Card } from '@masomo/design-system';
import { DeferredTextField } from './fields/DeferredTextField.tsx';
import type { PageFormState } from './usePageForm.ts';

type TitleFieldsProps = {
  title: string;
  slug: string;
  isNew: boolean;
  isSystem: boolean;
  onWrite: (part: Partial<Omit<PageFormState, 'entries'>>) => void;
};

/** Title and address of a page; the address of a new one follows its title until it is written by hand. */
export const TitleFields = memo(function TitleFields({ title, slug, isNew, isSystem, onWrite }: TitleFieldsProps) {
  const [isSlugOwn, setIsSlugOwn] = useState(!isNew);
  return (
    <Card.Root>
      <Card.Body gap="5">
        <DeferredTextField
          label="Title"
          required
          maxLength={160}
          value={title}
          onWrite={(words) => onWrite({ title: words, ...(isSlugOwn ? {} : { slug: slugOf(words) }) })}
        />
        <DeferredTextField
          label="Slug"
          required
          maxLength={80}
          readOnly={isSystem}
          helpText={`Visitors read it at /${slug || '…'}`}
          value={slug}
          onWrite={(words) => {
            setIsSlugOwn(true);
            onWrite({ slug: words });
          }}
        />
      </Card.Body>
    </Card.Root>
  );
});
