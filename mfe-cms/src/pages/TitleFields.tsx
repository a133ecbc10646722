import { t } from '@lingui/core/macro';
import { memo, useState } from 'react';
import { slugOf } from '@masomo/domain/slug';
import { Card } from '@masomo/design-system';
import { DeferredTextField } from './fields/DeferredTextField.tsx';
import type { FormFields } from './usePageForm.ts';

type TitleFieldsProps = {
  title: string;
  slug: string;
  isNew: boolean;
  isSystem: boolean;
  onWrite: (part: FormFields) => void;
};

/** Title and slug of a page; the slug of a new page is derived from its title until it is edited. */
export const TitleFields = memo(function TitleFields({ title, slug, isNew, isSystem, onWrite }: TitleFieldsProps) {
  const [isSlugEdited, setIsSlugEdited] = useState(!isNew);
  return (
    <Card.Root>
      <Card.Body gap="5">
        <DeferredTextField
          label={t`Title`}
          required
          maxLength={160}
          value={title}
          onWrite={(text) => onWrite({ title: text, ...(isSlugEdited ? {} : { slug: slugOf(text) }) })}
        />
        <DeferredTextField
          label={t`Slug`}
          required
          maxLength={80}
          readOnly={isSystem}
          helpText={t`Visitors read it at /${slug || '…'}`}
          value={slug}
          onWrite={(text) => {
            setIsSlugEdited(true);
            onWrite({ slug: text });
          }}
        />
      </Card.Body>
    </Card.Root>
  );
});
