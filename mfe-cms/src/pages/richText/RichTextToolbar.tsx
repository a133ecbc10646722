import { useEffect, useState } from 'react';
import { BoldIcon, ItalicIcon, LinkIcon, ListIcon, ListOrderedIcon } from 'lucide-react';
import type { Editor } from '@tiptap/react';
import { Button, HStack, IconButton } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { isSafeHref } from '@masomo/domain/safeHref';
import { useAfterPaint } from '../fields/useAfterPaint.ts';

const activeIn = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  link: editor.isActive('link'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
});

/** What holds where the caret is; told after the picture that shows a key. */
function useActive(editor: Editor) {
  const [active, setActive] = useState(() => activeIn(editor));
  const { later } = useAfterPaint();
  useEffect(() => {
    const look = () =>
      later(
        () =>
          !editor.isDestroyed &&
          setActive((before) => {
            const now = activeIn(editor);
            return Object.entries(now).every(([name, isOn]) => before[name as keyof typeof now] === isOn) ? before : now;
          }),
      );
    editor.on('transaction', look);
    return () => void editor.off('transaction', look);
  }, [editor, later]);
  return active;
}

/** Marks and lists of a text, and the address of a link. */
export function RichTextToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const active = useActive(editor);
  const tools = [
    { name: 'Bold', Mark: BoldIcon, isOn: active.bold, press: () => editor.chain().focus().toggleBold().run() },
    { name: 'Italic', Mark: ItalicIcon, isOn: active.italic, press: () => editor.chain().focus().toggleItalic().run() },
    { name: 'Bulleted list', Mark: ListIcon, isOn: active.bullets, press: () => editor.chain().focus().toggleBulletList().run() },
    { name: 'Numbered list', Mark: ListOrderedIcon, isOn: active.numbers, press: () => editor.chain().focus().toggleOrderedList().run() },
    { name: 'Link', Mark: LinkIcon, isOn: active.link, press: () => setAddress(String(editor.getAttributes('link')['href'] ?? '')) },
  ];
  function leave() {
    setAddress(undefined);
    setProblem(undefined);
    editor.commands.focus();
  }
  function setLink() {
    const href = address?.trim() ?? '';
    if (href && !isSafeHref(href)) {
      setProblem('Use an address starting with https://, / or #');
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
    leave();
  }
  return (
    <>
      <HStack gap="0" p="1" borderBottomWidth="1px" role="toolbar" aria-label={`Format of ${label.toLowerCase()}`}>
        {tools.map(({ name, Mark, isOn, press }) => (
          <IconButton
            key={name}
            size="xs"
            variant={isOn ? 'subtle' : 'ghost'}
            aria-label={name}
            aria-pressed={isOn}
            onMouseDown={(event) => event.preventDefault()}
            onClick={press}
          >
            <Mark size={16} />
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
            if (event.key === 'Escape') leave();
            if (event.key !== 'Enter') return;
            event.preventDefault();
            setLink();
          }}
        >
          <TextField
            label="Address of the link"
            autoFocus
            maxLength={500}
            value={address}
            error={problem}
            helpText="Leave it empty to take the link away."
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button size="sm" onClick={setLink}>
            Set link
          </Button>
        </HStack>
      )}
    </>
  );
}
