import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { BoldIcon, ItalicIcon, LinkIcon, ListIcon, ListOrderedIcon } from 'lucide-react';
import type { Editor } from '@tiptap/react';
import { Button, HStack, IconButton } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { isSafeHref } from '@masomo/domain/safeHref';
import { useAfterPaint } from '../fields/useAfterPaint.ts';

const activeFormats = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  link: editor.isActive('link'),
  bulletList: editor.isActive('bulletList'),
  orderedList: editor.isActive('orderedList'),
});

/** The formatting at the caret, read after a key has been painted. */
function useActiveFormats(editor: Editor) {
  const [active, setActive] = useState(() => activeFormats(editor));
  const { schedule } = useAfterPaint();
  useEffect(() => {
    const update = () =>
      schedule(
        () =>
          !editor.isDestroyed &&
          setActive((previous) => {
            const current = activeFormats(editor);
            return JSON.stringify(current) === JSON.stringify(previous) ? previous : current;
          }),
      );
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor, schedule]);
  return active;
}

/** Buttons for marks and lists, and the form for a link's address. */
export function RichTextToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<string>();
  const active = useActiveFormats(editor);
  const tools = [
    { name: t`Bold`, Icon: BoldIcon, isActive: active.bold, onPress: () => editor.chain().focus().toggleBold().run() },
    { name: t`Italic`, Icon: ItalicIcon, isActive: active.italic, onPress: () => editor.chain().focus().toggleItalic().run() },
    { name: t`Bulleted list`, Icon: ListIcon, isActive: active.bulletList, onPress: () => editor.chain().focus().toggleBulletList().run() },
    {
      name: t`Numbered list`,
      Icon: ListOrderedIcon,
      isActive: active.orderedList,
      onPress: () => editor.chain().focus().toggleOrderedList().run(),
    },
    { name: t`Link`, Icon: LinkIcon, isActive: active.link, onPress: () => setAddress(String(editor.getAttributes('link')['href'] ?? '')) },
  ];
  function closeLinkForm() {
    setAddress(undefined);
    setError(undefined);
    editor.commands.focus();
  }
  function setLink() {
    const href = address?.trim() ?? '';
    if (href && !isSafeHref(href)) {
      setError(t`Use an address starting with https://, / or #`);
      return;
    }
    if (!href) editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else if (editor.state.selection.empty && !active.link)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    closeLinkForm();
  }
  return (
    <>
      <HStack gap="0" p="1" borderBottomWidth="1px" role="toolbar" aria-label={t`Format of ${label.toLowerCase()}`}>
        {tools.map(({ name, Icon, isActive, onPress }) => (
          <IconButton
            key={name}
            size="xs"
            variant={isActive ? 'subtle' : 'ghost'}
            aria-label={name}
            aria-pressed={isActive}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onPress}
          >
            <Icon size={16} />
          </IconButton>
        ))}
      </HStack>
      {address !== undefined && (
        <HStack
          p="2"
          gap="2"
          align="flex-end"
          borderBottomWidth="1px"
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeLinkForm();
            if (event.key !== 'Enter') return;
            event.preventDefault();
            setLink();
          }}
        >
          <TextField
            label={t`Link address`}
            autoFocus
            maxLength={500}
            value={address}
            error={error}
            helpText={t`Leave blank to remove the link.`}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button size="sm" onClick={setLink}>
            <Trans>Set link</Trans>
          </Button>
        </HStack>
      )}
    </>
  );
}
