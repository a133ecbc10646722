import type { EditableBlock } from '@masomo/domain/blocks';
import { Text } from '@masomo/design-system';
import { TextAreaField, TextField } from '@masomo/design-system/forms';

/** The fields of one block. */
export function BlockFields({ block, onChange }: { block: EditableBlock; onChange: (block: EditableBlock) => void }) {
  switch (block.type) {
    case 'heading':
      return <TextField label="Heading" value={block.text} onChange={(event) => onChange({ ...block, text: event.currentTarget.value })} />;
    case 'richText':
      return <TextAreaField label="Text" rows={6} value={block.text} onChange={(event) => onChange({ ...block, text: event.currentTarget.value })} />;
    case 'callToAction':
      return (
        <>
          <TextField label="Title" value={block.title} onChange={(event) => onChange({ ...block, title: event.currentTarget.value })} />
          <TextField label="Button" value={block.label} onChange={(event) => onChange({ ...block, label: event.currentTarget.value })} />
          <TextField label="Link" value={block.href} onChange={(event) => onChange({ ...block, href: event.currentTarget.value })} />
        </>
      );
    default:
      return <Text fontSize="sm" color="fg.muted">This block is kept as it is.</Text>;
  }
}
